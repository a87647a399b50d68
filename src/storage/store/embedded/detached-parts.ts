import { Repeater } from '../../../async/repeater.ts'
import type { DayCount } from '../../../schema/store/backup.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'

/** The engine also detaches parts while it runs, for example when a merge meets a damaged part. */
const readIntervalMs = 600_000

interface DetachedPartsOptions {
  client: Pick<SqlClient, 'select'>
  log: (message: string) => void
}

/**
 * Lists the parts of events that the engine detached because it cannot read them: answers do not include
 * their events. Logs each detached part once, those of other tables too.
 */
export class DetachedParts {
  readonly #options: DetachedPartsOptions
  readonly #repeater: Repeater
  /** As last read, of all tables. */
  #parts: readonly DetachedPart[] = []
  /** The days of the parts of events, sorted. */
  #days: readonly string[] = []

  constructor(options: DetachedPartsOptions) {
    this.#options = options
    this.#repeater = new Repeater(
      () => this.read(),
      error => options.log(`Parts that the engine detached cannot be listed: ${error}`),
    )
  }

  /** Names of the parts of events. Each includes the day of its events. */
  get names(): readonly string[] {
    return this.#parts.filter(({ isOfEvents }) => isOfEvents).map(({ name }) => name)
  }

  /** The days of the parts of events, sorted. */
  get days(): readonly string[] {
    return this.#days
  }

  /** Reads the parts now. */
  async read(): Promise<void> {
    const { client, log } = this.#options
    const found = await findDetachedParts(client)
    const known = new Set(this.#parts.map(({ label }) => label))
    for (const { label, reason, isOfEvents } of found) {
      if (known.has(label)) continue
      const missing = isOfEvents
        ? 'events are in no answer, unless the spool still had them'
        : 'rows are not read'
      log(`The part ${label} was set aside: ${reason}. Its ${missing}`)
    }
    this.#parts = found
    const days = found.flatMap(({ day, isOfEvents }) => (isOfEvents && day !== undefined ? [day] : []))
    this.#days = [...new Set(days)].sort()
  }

  /** Reads the parts in the background: a restarted engine may have detached more. */
  update(): void {
    void this.#repeater.run()
  }

  /** Reads the parts again every ten minutes. */
  start(): void {
    this.#repeater.start(readIntervalMs)
  }

  /** Resolves when no read is running. */
  close(): Promise<void> {
    return this.#repeater.close()
  }
}

/** How the engine is asked. Reading a whole day for its checksums takes long. */
const patientRead = internalRead('long', 3_600)

/**
 * Makes the engine read all events and compare them with its checksums, day by day, oldest first. `faults`:
 * errors of damaged parts.
 */
export async function* checkParts(
  client: Pick<SqlClient, 'select'>,
): AsyncGenerator<DayCount & { faults: string[] }> {
  const days = await client.select(
    "SELECT partition, sum(rows), sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'millrace' AND table = 'events' GROUP BY partition ORDER BY partition",
    patientRead,
  )
  for (const [day, rows, bytes] of days) {
    const parts = await client.select(
      `CHECK TABLE ${eventsTable} PARTITION ID ${text(String(day))}`,
      patientRead,
    )
    const faults = parts
      .filter(([, isSound]) => isSound !== 1)
      .map(([part, , message]) => `part ${part}: ${message}`)
    yield { day: String(day), rows: Number(rows), bytes: Number(bytes), faults }
  }
}

/** A part that the engine detached as unreadable. */
interface DetachedPart {
  name: string
  /** The name, with the table if it is not a part of events. */
  label: string
  isOfEvents: boolean
  reason: string
  /** The day of its rows, such as 2024-10-04 (UTC); undefined when its partition is not a day. */
  day: string | undefined
}

/** The parts of all tables of the store that the engine has detached and not deleted since. */
export async function findDetachedParts(client: Pick<SqlClient, 'select'>): Promise<DetachedPart[]> {
  const rows = await client.select(
    "SELECT table, name, reason, partition_id FROM system.detached_parts WHERE database = 'millrace' AND reason != ''",
    patientRead,
  )
  return rows.map(([table, name, reason, partition]) => {
    const isOfEvents = `millrace.${table}` === eventsTable
    return {
      name: String(name),
      label: isOfEvents ? String(name) : `${name} of ${table}`,
      isOfEvents,
      reason: String(reason),
      day: dayOf(String(partition)),
    }
  })
}

/** The day of a partition: 20241004 is 2024-10-04. */
function dayOf(partition: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? []
  return day === undefined ? undefined : `${year}-${month}-${day}`
}
