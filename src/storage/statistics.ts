import type { Cell, SqlClient } from './sql-client.ts'

const daySeconds = 86_400
/** How old the figures may get, milliseconds. Appends since then are added at once. */
const maxAgeMs = 10_000
const read = { signal: new AbortController().signal, lane: 'short', timeout: 10 } as const

/** How many rows each day holds, for planning: close to the truth, never exact. */
export class RowStatistics {
  readonly #client: SqlClient
  #days = new Map<number, number>()
  /** Of the monotonic clock: the other may be set back by years. */
  #refreshedAt = Number.NEGATIVE_INFINITY
  #refreshing = false

  constructor(client: SqlClient) {
    this.#client = client
  }

  /** Rows in [from, to), Unix seconds, taking each day as evenly filled. */
  estimate(from: number, to: number): number {
    if (performance.now() - this.#refreshedAt > maxAgeMs) void this.refresh()
    let rows = 0
    for (const [start, count] of this.#days) {
      const overlap = Math.min(to, start + daySeconds) - Math.max(from, start)
      if (overlap > 0) rows += (count * overlap) / daySeconds
    }
    return Math.ceil(rows)
  }

  /** Counts an append in before the next refresh does. */
  add(minutes: readonly number[], rows: number): void {
    for (const minute of minutes) {
      const start = Math.floor((minute * 60) / daySeconds) * daySeconds
      this.#days.set(start, (this.#days.get(start) ?? 0) + rows / minutes.length)
    }
  }

  async refresh(): Promise<void> {
    if (this.#refreshing) return
    this.#refreshing = true
    try {
      this.#take(
        await this.#client.select(
          `SELECT partition, sum(rows) FROM system.parts WHERE active AND database = 'millrace' AND table = 'events' GROUP BY partition`,
          read,
        ),
      )
    } catch {
      // An engine that restarts answers next time; until then the old figures serve.
    } finally {
      this.#refreshedAt = performance.now()
      this.#refreshing = false
    }
  }

  #take(rows: Cell[][]): void {
    this.#days = new Map(rows.map(([partition, count]) => [startOfDay(String(partition)), Number(count)]))
  }
}

/** Unix seconds of a partition named YYYYMMDD. */
export function startOfDay(partition: string): number {
  const [year, month, dayOfMonth] = [partition.slice(0, 4), partition.slice(4, 6), partition.slice(6, 8)]
  return Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth)) / 1000
}
