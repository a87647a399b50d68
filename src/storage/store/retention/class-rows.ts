import type { SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import type { StoredDays } from '../../memory/stored-days.ts'
import { startOfDay } from '../../reads/partitions.ts'
import { eventsTable } from '../../sql/tables.ts'
import { withinBegunOn } from './class-deletion.ts'

/** Options of reads that count a whole day, which may take minutes. */
const dayRead = { ...internalRead('long', 600), isBackground: true }

interface ClassRowsOptions {
  client: Pick<SqlClient, 'select'>
  journal: Pick<StoreJournal, 'current' | 'newest'>
  days: Pick<StoredDays, 'isStored'>
  /** The widest deduplication window, seconds: rows of a day's events lie at most this long after the day. */
  window: number
}

/** Counts of the rows of events, by the day the events began and by class. Cached until rows change. */
export class ClassRows {
  readonly #options: ClassRowsOptions
  /** By partition: the counts, and the number of the journal for which they are valid. */
  readonly #counted = new Map<string, { number: number; rows: ReadonlyMap<string, number> }>()

  constructor(options: ClassRowsOptions) {
    this.#options = options
  }

  /** Rows by class of the events that began on the day of a partition, YYYYMMDD. */
  async of(partition: string, read: Read = dayRead): Promise<ReadonlyMap<string, number>> {
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
