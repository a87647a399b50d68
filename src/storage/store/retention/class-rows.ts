import type { SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import type { StoredDays } from '../../memory/stored-days.ts'
import { startOfDay } from '../../reads/partitions.ts'
import { eventsTable } from '../../sql/tables.ts'
import { withinBegunOn } from './class-deletion.ts'

const patientRead = { ...internalRead('long', 600), isBackground: true }

interface ClassRowsOptions {
  client: Pick<SqlClient, 'select'>
  journal: Pick<StoreJournal, 'current' | 'newest'>
  days: Pick<StoredDays, 'isStored'>
  /** The widest deduplication window, seconds. */
  window: number
}

/**
 * The number of rows of each day's events, by class and by the day they began. Counts are cached until rows
 * of the day change.
 */
export class ClassRows {
  readonly #options: ClassRowsOptions
  readonly #counted = new Map<string, { number: number; rows: ReadonlyMap<string, number> }>()

  constructor(options: ClassRowsOptions) {
    this.#options = options
  }

  /** Rows by class of a partition, YYYYMMDD. */
  async of(partition: string, read: Read = patientRead): Promise<ReadonlyMap<string, number>> {
    const { client, journal, window } = this.#options
    const start = startOfDay(partition)
    const known = this.#counted.get(partition)
    const end = start + daySeconds + window + 1
    if (known !== undefined && journal.newest(start, end) <= known.number) return known.rows
    const number = journal.current
    const counted = await client.select(
      `SELECT class, count() FROM ${eventsTable} WHERE ${withinBegunOn({ start, hasDayBefore: this.hasDayBefore(start) }, window)} GROUP BY class`,
      read,
    )
    const rows = new Map(counted.map(([name, count]) => [String(name), Number(count)]))
    this.#counted.set(partition, { number, rows })
    return rows
  }

  /** Whether the day before the day at `start` has rows. */
  hasDayBefore(start: number): boolean {
    return this.#options.days.isStored(start - daySeconds)
  }

  /** Forgets days that are no longer stored. */
  keepOnly(stored: ReadonlyMap<string, unknown>): void {
    for (const partition of this.#counted.keys()) if (!stored.has(partition)) this.#counted.delete(partition)
  }
}
