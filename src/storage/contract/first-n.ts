/** The first n items in the order of `compare`, sorted. Holds at most 2n items at a time. */
export function firstN<T>(items: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  const kept: T[] = []
  /** The n-th item when `kept` was last cut; items after it are discarded. */
  let worst: T | undefined
  for (const item of items) {
    if (worst !== undefined && compare(item, worst) >= 0) continue
    kept.push(item)
    if (kept.length < 2 * n) continue
    kept.sort(compare)
    kept.length = n
    worst = kept[n - 1]
  }
  return kept.sort(compare).slice(0, n)
}
