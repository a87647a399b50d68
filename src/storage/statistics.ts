import { internalRead } from './internal-read.ts'
import type { SqlClient } from './sql-client.ts'
import { partitionRows, startOfDay } from './tables/partitions.ts'
import { daySeconds } from './time-span.ts'

/** Appends since the last refresh are added at once. */
const maxAgeMs = 10_000
const read = internalRead('short', 10)

/** How many rows each day holds, for planning: close to the truth, never exact. */
export class RowStatistics {
  readonly #client: SqlClient
  /** By the second that the day begins with. */
  #days = new Map<number, number>()
  /** Of the monotonic clock: the other one may be set back by years. */
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

  /** Adds an append until the next refresh counts it. */
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
      const partitions = await partitionRows(this.#client, 'events', read)
      this.#days = new Map([...partitions].map(([partition, rows]) => [startOfDay(partition), rows]))
    } catch {
      // An engine that restarts answers next time; until then the old figures serve.
    } finally {
      this.#refreshedAt = performance.now()
      this.#refreshing = false
    }
  }
}
