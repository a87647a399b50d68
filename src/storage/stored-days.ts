import { eventsTable } from './sql/columns.ts'
import type { SqlClient } from './sql-client.ts'
import { startOfDay } from './statistics.ts'

const secondsOfDay = 86_400
const minutesOfDay = 1_440
const startupRead = { signal: new AbortController().signal, lane: 'long', timeout: 600 } as const
const [database = '', table = ''] = eventsTable.split('.')

/**
 * The days (UTC) that may have rows of events: those that have some, and those that an append has begun to write to. So no read looks into
 * years without events, and what began on a day that was dropped counts as begun before what there is.
 */
export class StoredDays {
  /** Where they begin, Unix seconds. */
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
    const rows = await client.select(
      `SELECT DISTINCT partition FROM system.parts WHERE active AND database = '${database}' AND table = '${table}'`,
      startupRead,
    )
    const [[newest] = []] = await client.select(
      `SELECT toUnixTimestamp(max(sec)) FROM ${eventsTable}`,
      startupRead,
    )
    return new StoredDays(
      rows.map(([partition]) => startOfDay(String(partition))),
      (Math.floor(Number(newest ?? 0) / 60) + 1) * 60,
    )
  }

  /** Called before rows of these minutes (of the epoch) become readable, and once they are, in case a day was dropped meanwhile. */
  add(minutes: readonly number[]): void {
    const { size } = this.#starts
    for (const minute of minutes) {
      this.#starts.add(Math.floor(minute / minutesOfDay) * secondsOfDay)
      this.#end = Math.max(this.#end, (minute + 1) * 60)
    }
    if (this.#starts.size !== size) this.#measure()
  }

  /** Called once the rows of the day that begins then are gone. */
  drop(start: number): void {
    this.#starts.delete(start)
    this.#measure()
  }

  /** What of a span of whole seconds (with whatever else it has) may have rows; empty when nothing has. */
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
      to = Math.max(to, start + secondsOfDay)
    }
    this.#span = from < to ? { from, to } : undefined
  }
}
