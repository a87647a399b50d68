import type { Span } from '../../contract/time-span.ts'

/**
 * Where the newest rows of a span begin: the smallest of its half, quarter, ... with an estimate of at least
 * `rows` rows, or all of it.
 */
export function startOfNewest(
  estimateRows: (from: number, to: number) => number,
  { from, to }: Span,
  rows: number,
): number {
  let length = to - from
  while (length > 1) {
    const half = Math.ceil(length / 2)
    if (estimateRows(to - half, to) < rows) break
    length = half
  }
  return to - length
}
