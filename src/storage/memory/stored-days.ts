import type { SqlClient } from '../clients/sql-client.ts'
import { internalRead } from '../contract/internal-read.ts'
import { daySeconds, type Span } from '../contract/time-span.ts'
import type { BatchBegin, Change, JournalListener } from '../journal/journal.ts'
import type { KnownDays } from '../reads/context.ts'
import { partitionRows, partitionSizes, startOfDay } from '../reads/partitions.ts'
import { eventsTable } from '../sql/tables.ts'

const minutesOfDay = 1_440
const startupRead = internalRead('long', 600)

/**
 * The days (UTC) that may have rows of events: days with rows, and days that an append has begun to write to.
 * Reads skip years without events, and know that an event that began on a dropped day has lost its first row.
 * Also keeps each day's approximate number of rows, for planning.
 */
export class StoredDays implements KnownDays, JournalListener {
  /** Approximate rows by day (the second at which it begins). */
  #rows = new Map<number, number>()
  /** From the beginning of the oldest day to the end of the newest day; undefined without days. */
  #span: Span | undefined
  /** The end of the newest minute that may have rows, Unix seconds. */
  #end = 0
  /**
   * For each running `load`, functions that apply the changes since it began: its read of the table may not
   * include these changes.
   */
  readonly #changesDuringLoads = new Set<(() => void)[]>()

  static async open(client: Pick<SqlClient, 'shards'>): Promise<StoredDays> {
    const days = new StoredDays()
    await days.load(client)
    return days
  }

  /** Reads the days of the table, where rows may have come from elsewhere. */
  async load(client: Pick<SqlClient, 'shards'>): Promise<void> {
    const changes: (() => void)[] = []
    this.#changesDuringLoads.add(changes)
    try {
      const partitions = await partitionSizes(client, eventsTable, startupRead)
      const newest = [...partitions.values()].reduce((max, { newest }) => Math.max(max, newest), 0)
      this.#rows = new Map([...partitions].map(([partition, { rows }]) => [startOfDay(partition), rows]))
      this.#end = (Math.floor(newest / 60) + 1) * 60
    } finally {
      this.#changesDuringLoads.delete(changes)
    }
    for (const applyAgain of changes) applyAgain()
    this.#updateSpan()
  }

  /**
   * Beginnings of known days that the table no longer has although the journal has not reported their drop: a
   * process may have ended between dropping a day and reporting it.
   */
  async missing(client: Pick<SqlClient, 'shards'>): Promise<readonly number[]> {
    // Without days that have no rows yet: a pending append may store the first rows of its day after the
    // read.
    const before = [...this.#rows].filter(([, rows]) => rows > 0).map(([start]) => start)
    const partitions = await partitionRows(client, eventsTable, startupRead)
    const present = new Set([...partitions.keys()].map(startOfDay))
    return before.filter(start => !present.has(start))
  }

  get begin(): number {
    return this.#span?.from ?? 0
  }

  get end(): number {
    return this.#end
  }

  /** Estimated rows in [from, to), Unix seconds, assuming that each day is evenly filled. */
  estimateRows(from: number, to: number): number {
    let rows = 0
    for (const [start, count] of this.#rows) {
      const overlap = Math.min(to, start + daySeconds) - Math.max(from, start)
      if (overlap > 0) rows += (count * overlap) / daySeconds
    }
    return Math.ceil(rows)
  }

  begun({ minutes }: Pick<BatchBegin, 'minutes'>): void {
    this.#apply(() => this.#add(minutes, 0))
  }

  /**
   * Counts the rows of an append, and adds its days again, since they may have been dropped after `begun`.
   * Removes dropped days.
   */
  changed({ kind, spans, minutes, rows }: Change): void {
    if (kind === 'delete') return
    this.#apply(() => {
      if (kind !== 'drop') this.#add(minutes, rows)
      else {
        for (const { from } of spans) this.#rows.delete(from)
        this.#updateSpan()
      }
    })
  }

  isStored(second: number): boolean {
    return this.#rows.has(second - (second % daySeconds))
  }

  startsAfterGaps({ from, to }: Span): number[] {
    const starts = [...this.#rows.keys()].filter(start => start >= from && start < to)
    return starts.filter(start => !this.#rows.has(start - daySeconds)).sort((a, b) => a - b)
  }

  clip<T extends Span>(span: T): T {
    const { from, to } = span
    const days = this.#span
    if (days === undefined) return { ...span, to: from }
    if (from >= days.from && to <= days.to) return span
    const start = Math.max(from, days.from)
    return { ...span, from: start, to: Math.max(start, Math.min(to, days.to)) }
  }

  #apply(change: () => void): void {
    change()
    for (const changes of this.#changesDuringLoads) changes.push(change)
  }

  #add(minutes: readonly number[], rows: number): void {
    const { size } = this.#rows
    for (const minute of minutes) {
      const start = Math.floor(minute / minutesOfDay) * daySeconds
      this.#rows.set(start, (this.#rows.get(start) ?? 0) + rows / minutes.length)
      this.#end = Math.max(this.#end, (minute + 1) * 60)
    }
    if (this.#rows.size !== size) this.#updateSpan()
  }

  #updateSpan(): void {
    const starts = [...this.#rows.keys()]
    this.#span =
      starts.length === 0 ? undefined : { from: Math.min(...starts), to: Math.max(...starts) + daySeconds }
  }
}
