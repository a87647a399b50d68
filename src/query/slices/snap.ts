import type { ResolvedRange } from '../kind.ts'
import { indexOfBound } from '../range/periods.ts'
import type { TimeSpan } from '../time-span.ts'
import type { CostProfile } from './cost-profile.ts'

/**
 * The last second at or before this one at which a slice may begin: with periods, one of their bounds, and
 * the start of the range before the first of them.
 */
export function snapDown(second: number, range: ResolvedRange, profile: CostProfile): number {
  const wholeSecond = Math.floor(second)
  if (!profile.periodic) return wholeSecond
  const index = indexOfBound(range.bounds, wholeSecond)
  return range.bounds[index] === wholeSecond ? wholeSecond : (range.bounds[index - 1] ?? range.from)
}

/** The first second at or after this one at which a slice may begin; the end of the range after the last. */
export function snapUp(second: number, range: ResolvedRange, profile: CostProfile): number {
  const wholeSecond = Math.ceil(second)
  return profile.periodic ? (range.bounds[indexOfBound(range.bounds, wholeSecond)] ?? range.to) : wholeSecond
}

/**
 * Lengths in seconds of the tiles of the store's rollups: spans that begin and end with tiles share
 * counts.
 */
const tileLengths = [86_400, 21_600, 3_600, 60] as const

/** Rounds a length to whole days, quarters of a day, hours, minutes or (below 40 s) seconds. */
export function roundLength(seconds: number): number {
  const unit = tileLengths.find(unit => seconds >= (2 * unit) / 3) ?? 1
  return Math.max(1, Math.round(seconds / unit)) * unit
}

/**
 * A point in time (Unix seconds) in the middle half of a span: the start of a day if there is one, otherwise
 * of a quarter of a day, an hour or a minute. Not a whole second if no round one fits.
 */
export function roundMiddle({ from, to }: TimeSpan): number {
  const half = (from + to) / 2
  const tolerance = (to - from) / 4
  for (const unit of tileLengths) {
    const nearest = Math.round(half / unit) * unit
    if (Math.abs(nearest - half) <= tolerance) return nearest
  }
  return half
}
