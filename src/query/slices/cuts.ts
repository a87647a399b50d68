import type { ResolvedRange } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import { type CostProfile, isSliced, rowsPerSliceOf } from './cost-profile.ts'
import { roundLength, snapDown } from './snap.ts'

const minute = 60
const maxChunks = 16

/**
 * Ranges with fewer rows than this share of the rows of a slice are not cut: live ones, and relative ones at
 * first.
 */
const minLiveShare = 1 / 100
const minRelativeShare = 1 / 4
/**
 * Rows of a chunk of a live range as a share of the rows of a slice: a move of the range recomputes one
 * chunk.
 */
const liveChunkShare = 1 / 10

/**
 * Where a range is cut, ascending. A fixed range is cut when it has too many rows for a slice. A range that
 * moves with the clock is cut so that a refresh computes little. Its newest slice begins with the current
 * minute (or the period that holds the minute's start), and the slice before takes late rows; both are small
 * and get nearly all new rows. From the second time on (`live`) the rest is cut into chunks on a grid that
 * does not move with the range, so that a move changes only the oldest chunk.
 */
export function cutsOf(range: ResolvedRange, profile: CostProfile, rows: number, live: boolean): number[] {
  if (!isSliced(profile)) return []
  const max = rowsPerSliceOf(profile)
  const minShare = live ? minLiveShare : range.relative ? minRelativeShare : 1
  if (rows <= max * minShare) return []
  const now = Math.floor(range.now)
  const current = snapDown(now - (now % minute), range, profile)
  const cuts = new Set([current, snapDown(current - minute, range, profile)])
  for (const cut of chunks(range, rows / (live ? max * liveChunkShare : max))) {
    const snapped = snapDown(cut, range, profile)
    if (snapped < current) cuts.add(snapped)
  }
  return [...cuts].filter(cut => cut > range.from && cut < range.to).sort((a, b) => a - b)
}

/**
 * Cuts into at least about `wanted` chunks: 2, 4, 8 or 16, so that a few more rows do not move the cuts; of
 * whole days, hours or minutes, as the store counts them.
 */
function chunks(range: ResolvedRange, wanted: number): number[] {
  let count = 1
  while (count < wanted && count < maxChunks) count *= 2
  if (count === 1) return []
  const length = roundLength((range.to - range.from) / count)
  const cuts: number[] = []
  for (let cut = Math.ceil(range.from / length) * length; cut < range.to; cut += length) cuts.push(cut)
  return cuts
}

/** A span cut at the cuts that lie inside, newest first. */
export function cutAt(span: TimeSpan, cuts: readonly number[]): TimeSpan[] {
  const spans: TimeSpan[] = []
  let to = span.to
  for (const cut of cuts.toReversed()) {
    if (cut <= span.from || cut >= to) continue
    spans.push({ from: cut, to })
    to = cut
  }
  spans.push({ from: span.from, to })
  return spans
}
