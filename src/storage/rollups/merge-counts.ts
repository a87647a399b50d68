import type { GatheredCounts } from './sums.ts'
import { SumsByValue } from './sums-by-value.ts'

/** Counts of different rows as one. */
export function mergeCounts(a: GatheredCounts, b: GatheredCounts): GatheredCounts {
  if (b.sums.length === 0) return a
  if (a.sums.length === 0) return b
  const all = new SumsByValue()
  for (const { sums, valuesOf } of [a, b]) {
    for (const sum of sums) all.add(sum.period, valuesOf(sum.id), sum)
  }
  return all.all()
}
