/** Monotonic counters by series (a processor, a disk, an interface). */
export type Counters = ReadonlyMap<string, readonly number[]>

/**
 * Rates per second between two readings. Omits series that are in one reading only, and series with a counter
 * that fell, after a reset or an overflow.
 */
export function ratesBetween(before: Counters, after: Counters, seconds: number): Map<string, number[]> {
  const rates = new Map<string, number[]>()
  for (const [series, values] of after) {
    const old = before.get(series)
    if (old === undefined) continue
    const rises = values.map((value, i) => value - (old[i] ?? 0))
    if (rises.every(rise => rise >= 0))
      rates.set(
        series,
        rises.map(rise => rise / seconds),
      )
  }
  return rates
}

/** The name of the series of all processors, disks or interfaces together. */
export const totals = 'totals'

/**
 * The counters with `totals` in front: the sum of the series for which `isSummed` returns true. Without
 * `totals` if there are no such series.
 */
export function withTotals(counters: Counters, isSummed: (series: string) => boolean): Counters {
  let sum: number[] | undefined
  for (const [series, values] of counters) {
    if (isSummed(series)) sum = values.map((value, i) => value + (sum?.[i] ?? 0))
  }
  return sum === undefined ? counters : new Map([[totals, sum], ...counters])
}
