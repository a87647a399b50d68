import { bucketShift, countBits, maxCount, rowWords } from './layout.ts'
import type { Hash } from './ranking.ts'
import type { Run } from './run.ts'

/**
 * Adds to `counts` how often values occurred in a run of the day that begins at `start`, between each bound (Unix seconds) and the next:
 * value by value, the first period first.
 */
export function countValues(
  { words, ends }: Run,
  start: number,
  bounds: readonly number[],
  values: readonly Hash[],
  counts: Float64Array,
): void {
  for (const [i, value] of values.entries()) {
    const [low, high] = [value.low | 0, value.high | 0]
    const bucket = high >>> bucketShift
    const last = (ends[bucket] ?? 0) * rowWords
    for (let at = (bucket === 0 ? 0 : (ends[bucket - 1] ?? 0)) * rowWords; at < last; at += rowWords) {
      if (words[at] !== low || words[at + 1] !== high) continue
      const packed = words[at + 2] ?? 0
      const period = periodOf(start + (packed >>> countBits), bounds)
      const place = period * values.length + i
      if (period >= 0) counts[place] = (counts[place] ?? 0) + (packed & maxCount)
    }
  }
}

/** Index of the last bound at or before a second; -1 outside of all periods. */
function periodOf(second: number, bounds: readonly number[]): number {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bounds[middle] ?? 0) <= second) low = middle + 1
    else high = middle
  }
  return low === bounds.length ? -1 : low - 1
}
