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

/** Parts that the engine set aside as unreadable: no answer includes their rows. */
export async function findDetachedParts(
  client: Pick<SqlClient, 'select'>,
): Promise<{ name: string; reason: string }[]> {
  const rows = await client.select(
    "SELECT name, reason FROM system.detached_parts WHERE database = 'millrace' AND reason != ''",
    read,
  )
  return rows.map(([name, reason]) => ({ name: String(name), reason: String(reason) }))
}
