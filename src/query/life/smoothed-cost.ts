import type { Slice } from '../slices/slice-cache.ts'

/** Milliseconds below which a cost is noise. */
const noiseMs = 20

/**
 * What something costs, given what it took this time and what it was taken to cost before: at most twice that. One that was slow by
 * chance (a merge, a sync of the disk) shall not make its watchers wait for many seconds; one that has become slow is believed
 * after a few times.
 */
export function smoothedCost(took: number, before: number | undefined): number {
  return before === undefined ? took : Math.min(took, 2 * Math.max(before, noiseMs))
}

/** Slices with steady costs, by those of about the same stretch before: a range that moves has its slices moved a little. */
export function withSmoothedCosts<State>(
  slices: readonly Slice<State>[],
  before: readonly Slice<State>[],
): Slice<State>[] {
  return slices.map(slice => {
    const middle = (slice.from + slice.to) / 2
    const length = slice.to - slice.from
    const like = before.find(({ from, to }) => from <= middle && middle < to && 2 * (to - from) > length)
    return { ...slice, cost: smoothedCost(slice.cost, like?.cost) }
  })
}
