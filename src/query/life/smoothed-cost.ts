import type { Slice } from '../slices/slice-cache.ts'

const noiseMs = 20

/**
 * The expected cost (milliseconds) after a computation: at most twice the previous expectation. A computation
 * that was slow once (a merge, a sync of the disk) does not delay the next ones for seconds; a cost that
 * stays high is accepted after a few computations.
 */
export function smoothedCost(took: number, before: number | undefined): number {
  return before === undefined ? took : Math.min(took, 2 * Math.max(before, noiseMs))
}

/**
 * Slices with smoothed costs, by the costs of slices of about the same span: slices move with their range.
 */
export function withSmoothedCosts<State>(
  slices: readonly Slice<State>[],
  before: readonly Slice<State>[],
): Slice<State>[] {
  return slices.map(slice => {
    const middle = (slice.from + slice.to) / 2
    const length = slice.to - slice.from
    const like = before.find(({ from, to }) => from <= middle && middle < to && 2 * (to - from) > length)
    return { ...slice, costMs: smoothedCost(slice.costMs, like?.costMs) }
  })
}
