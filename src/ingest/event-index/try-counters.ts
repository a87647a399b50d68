/** One in this many tries is timed: reading the clock takes as long as testing a condition. */
const timingInterval = 64

/** How often a rule or trigger was tried on events since it was loaded. */
export interface TryCount {
  /** Matching events. */
  matched: number
  /** Events on which it was tried; the index excludes others. */
  tried: number
  /** Mean time of a try, microseconds, from one try in 64; null before the first. */
  micros: number | null
}

/**
 * Counts how often each rule or trigger is tried, and how long that takes. `begin` and `end` run for each
 * candidate of each event and allocate nothing.
 */
export class TryCounters {
  /** `timed`: number of tries that were measured, which took `millis` in total. */
  readonly #counts: { matched: number; tried: number; timed: number; millis: number }[]

  constructor(size: number) {
    this.#counts = Array.from({ length: size }, () => ({ matched: 0, tried: 0, timed: 0, millis: 0 }))
  }

  /** Begins a try. Returns its start in milliseconds, -1 for a try that is not timed; pass it to `end`. */
  begin(id: number): number {
    const count = this.#counts[id]
    return count !== undefined && ++count.tried % timingInterval === 0 ? performance.now() : -1
  }

  /** Ends a try. `startMs`: the result of `begin`. */
  end(id: number, isMatch: boolean, startMs: number): void {
    const count = this.#counts[id]
    if (count === undefined) return
    if (isMatch) count.matched++
    if (startMs < 0) return
    count.timed++
    count.millis += performance.now() - startMs
  }

  counts(): TryCount[] {
    return this.#counts.map(({ matched, tried, timed, millis }) => ({
      matched,
      tried,
      micros: timed === 0 ? null : (millis / timed) * 1_000,
    }))
  }
}
