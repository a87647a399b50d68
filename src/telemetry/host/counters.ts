/** Counters that only rise, by series (a processor, a disk, an interface). */
export type Counters = ReadonlyMap<string, readonly number[]>

/**
 * How much each counter rose a second between two readings. Series that are in one reading only, or of which a counter went back (it
 * was reset, or wrapped), are left out.
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

/** The first series, so many at most: a host with thousands of them does not fill the store. */
export function firstSeries<Value>(all: ReadonlyMap<string, Value>, max: number): Map<string, Value> {
  return new Map([...all].slice(0, max))
}

/** The sum over some series; undefined when there is none. */
export function sumOf(all: Iterable<readonly number[]>): number[] | undefined {
  let sum: number[] | undefined
  for (const values of all) sum = values.map((value, i) => value + (sum?.[i] ?? 0))
  return sum
}
