import type { ResolvedRange } from '../kind.ts'
import { type CostProfile, rowsPerSlice } from './cost-profile.ts'
import { roundLength, snapDown, type TimeSpan } from './time-span.ts'

const minute = 60
const maxChunks = 16

/** A live range with no more rows than this part of a slice's is as well computed as one piece; at first, than that one. */
const minLiveShare = 1 / 100
const minRelativeShare = 1 / 20
/** The chunks of a live range, as part of a slice's rows: what a move of the range costs. */
const liveChunkShare = 1 / 10

/**
 * Where a range is cut, ascending. A fixed one is cut only when it has more rows than a slice should. One that moves with the
 * clock is cut so that little of it has to be computed again: the newest slice begins with the present minute (or the period
 * that holds its start), the one before takes what arrives a little late; both are small, and nearly all new rows come into
 * them. From the second time on (`live`) the rest is cut into chunks on a grid that does not move with the range, so that
 * only the oldest one loses its start when the range moves.
 */
export function cutsOf(range: ResolvedRange, nature: CostProfile, rows: number, live: boolean): number[] {
  if (nature.cost === 'whole') return []
  const most = rowsPerSlice[nature.cost]
  const worth = live ? minLiveShare : range.relative ? minRelativeShare : 1
  if (rows <= most * worth) return []
  const now = Math.floor(range.now)
  const current = snapDown(now - (now % minute), range, nature)
  const cuts = new Set([current, snapDown(current - minute, range, nature)])
  for (const cut of chunks(range, rows / (live ? most * liveChunkShare : most))) {
    const snapped = snapDown(cut, range, nature)
    if (snapped < current) cuts.add(snapped)
  }
  return [...cuts].filter(cut => cut > range.from && cut < range.to).sort((a, b) => a - b)
}

/**
 * Cuts into about so many chunks at least: 2, 4, 8 or 16, so that a few rows more do not move them, of whole days, hours or minutes, so
 * that the same counts serve the whole range.
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

/** A stretch cut at those of the cuts that lie inside, newest first. */
export function cutAt(stretch: TimeSpan, cuts: readonly number[]): TimeSpan[] {
  const cells: TimeSpan[] = []
  let to = stretch.to
  for (const cut of cuts.toReversed()) {
    if (cut <= stretch.from || cut >= to) continue
    cells.push({ from: cut, to })
    to = cut
  }
  cells.push({ from: stretch.from, to })
  return cells
}
