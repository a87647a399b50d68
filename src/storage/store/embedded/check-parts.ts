import type { DayCount } from '../../../schema/store/backup.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'

const read = internalRead('long', 3_600)

/**
 * Makes the engine read all events and compare them with its checksums, day by day, oldest first. `faults`:
 * errors of damaged parts.
 */
export async function* checkParts(
  client: Pick<SqlClient, 'select'>,
): AsyncGenerator<DayCount & { faults: string[] }> {
  const days = await client.select(
    "SELECT partition, sum(rows), sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'millrace' AND table = 'events' GROUP BY partition ORDER BY partition",
    read,
  )
  for (const [day, rows, bytes] of days) {
    const parts = await client.select(`CHECK TABLE ${eventsTable} PARTITION ID ${text(String(day))}`, read)
    const faults = parts
      .filter(([, isSound]) => isSound !== 1)
      .map(([part, , message]) => `part ${part}: ${message}`)
    yield { day: String(day), rows: Number(rows), bytes: Number(bytes), faults }
  }
}

/** A part that the engine set aside as unreadable: no answer includes its rows. */
export interface DetachedPart {
  name: string
  reason: string
  /** The day of its events, such as 2024-10-04 (UTC); undefined when its name does not say. */
  day: string | undefined
}

export async function findDetachedParts(client: Pick<SqlClient, 'select'>): Promise<DetachedPart[]> {
  const rows = await client.select(
    "SELECT name, reason, partition_id FROM system.detached_parts WHERE database = 'millrace' AND reason != ''",
    read,
  )
  return rows.map(([name, reason, partition]) => ({
    name: String(name),
    reason: String(reason),
    day: dayOf(String(partition)),
  }))
}

function dayOf(partition: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? []
  return day === undefined ? undefined : `${year}-${month}-${day}`
}
