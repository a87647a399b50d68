import { internalRead } from './internal-read.ts'
import { eventsTable } from './sql/columns.ts'
import type { SqlClient } from './sql-client.ts'
import { partitionRows, startOfDay } from './tables/partitions.ts'
import { daySeconds } from './time-span.ts'

const minutesOfDay = 1_440
const startupRead = internalRead('long', 600)

/**
 * The days (UTC) that may have rows of events: those that have some, and those that an append has begun to write to. No read looks into
 * years without events, and an event that began on a dropped day counts as begun before the oldest day.
 */
export class StoredDays {
  /** The seconds that they begin with. */
  readonly #starts: Set<number>
  #span: { from: number; to: number } | undefined
  #end: number

  private constructor(starts: Iterable<number>, end: number) {
    this.#starts = new Set(starts)
    this.#end = end
    this.#measure()
  }

  /** The beginning of the oldest day that may have rows, Unix seconds. Of an event that began before, the first row is gone. */
  get begin(): number {
    return this.#span?.from ?? 0
  }

  /** The end of the newest minute that may have rows, Unix seconds. It may be ahead of the clock. */
  get end(): number {
    return this.#end
  }

  static async open(client: SqlClient): Promise<StoredDays> {
    const partitions = await partitionRows(client, 'events', startupRead)
    const [[newest] = []] = await client.select(
      `SELECT toUnixTimestamp(max(sec)) FROM ${eventsTable}`,
      startupRead,
    )
    return new StoredDays(
      [...partitions.keys()].map(startOfDay),
      (Math.floor(Number(newest ?? 0) / 60) + 1) * 60,
    )
  }

  /** To be called before rows of these minutes (of the epoch) become readable, and once they are, since the day may be dropped meanwhile. */
  add(minutes: readonly number[]): void {
    const { size } = this.#starts
    for (const minute of minutes) {
      this.#starts.add(Math.floor(minute / minutesOfDay) * daySeconds)
      this.#end = Math.max(this.#end, (minute + 1) * 60)
    }
    if (this.#starts.size !== size) this.#measure()
  }

  /** To be called once the rows of the day that begins then are gone. */
  drop(start: number): void {
    this.#starts.delete(start)
    this.#measure()
  }

  /** The part of a span of whole seconds that may have rows, with the other members of the span; empty when there is none. */
  clip<T extends { from: number; to: number }>(span: T): T {
    const { from, to } = span
    const days = this.#span
    if (days === undefined) return { ...span, to: from }
    if (from >= days.from && to <= days.to) return span
    const start = Math.max(from, days.from)
    return { ...span, from: start, to: Math.max(start, Math.min(to, days.to)) }
  }

  #measure(): void {
    let [from, to] = [Number.POSITIVE_INFINITY, 0]
    for (const start of this.#starts) {
      from = Math.min(from, start)
      to = Math.max(to, start + daySeconds)
    }
    this.#span = from < to ? { from, to } : undefined
  }
}
