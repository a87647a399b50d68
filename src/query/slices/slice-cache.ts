import type { ResolvedRange, Source } from '../kind.ts'
import { indexOfBound } from '../range/periods.ts'
import type { TimeSpan } from '../time-span.ts'
import type { CostProfile } from './cost-profile.ts'

/** The state of a span of a range. */
export interface Slice<State> extends TimeSpan {
  state: State
  /** Number of a change in the journal: includes all changes up to it, and perhaps later ones. */
  sequence: number
  /** Time taken to compute it, without waiting for turns. */
  costMs: number
  /** Estimated rows of the whole range when it was computed. */
  rows: number
}

/** Slices with their range. A computation replaces both. */
export interface CachedSlices<State> {
  range: ResolvedRange
  slices: readonly Slice<State>[]
}

/**
 * The slices that are still valid for the current range: inside of it, with the same periods, and without new
 * rows.
 */
export function validSlices<State>(
  cache: CachedSlices<State>,
  range: ResolvedRange,
  profile: CostProfile,
  { journal, window }: Pick<Source, 'journal' | 'window'>,
): Slice<State>[] {
  const previousRange = cache.range
  const fits = (slice: TimeSpan): boolean => {
    if (slice.from < range.from || slice.to > range.to) return false
    // Without slices, the only one is the whole range.
    if (profile.cost === 'whole' && (slice.from !== range.from || slice.to !== range.to)) return false
    if (profile.periodic) return sameBounds(previousRange, range, slice)
    // Only a slice at the start of a range counts events that began before it.
    return (slice.from === range.from) === (slice.from === previousRange.from)
  }
  const { reachSeconds } = profile
  const isUnchanged = ({ from, to, sequence }: Slice<State>): boolean => {
    // The slice at the start of the range also counts earlier events that repeat within a window.
    const end = from === range.from ? Math.max(to, from + window) : to
    return journal.current === sequence || journal.newest(from - reachSeconds, end + reachSeconds) <= sequence
  }
  const { current } = journal
  return cache.slices
    .filter(slice => fits(slice) && isUnchanged(slice))
    .map(slice => ({ ...slice, sequence: current }))
}

/** Whether both ranges have the same periods in the slice. */
function sameBounds(before: ResolvedRange, range: ResolvedRange, slice: TimeSpan): boolean {
  let previousIndex = indexOfBound(before.bounds, slice.from)
  let index = indexOfBound(range.bounds, slice.from)
  for (; ; previousIndex++, index++) {
    const bound = before.bounds[previousIndex]
    if (bound === undefined || bound !== range.bounds[index]) return false
    if (bound >= slice.to) return bound === slice.to
  }
}

/** The parts of the range that no slice covers, newest first. Slices must not overlap. */
export function gapsIn(range: TimeSpan, slices: readonly TimeSpan[]): TimeSpan[] {
  const gaps: TimeSpan[] = []
  let to = range.to
  for (const slice of slices.toSorted((a, b) => b.to - a.to)) {
    if (slice.to < to) gaps.push({ from: slice.to, to })
    to = slice.from
  }
  if (range.from < to) gaps.push({ from: range.from, to })
  return gaps
}

/** A slice's cost is reduced if fewer rows than this share of its `rows` would be read now. */
const repriceShare = 1 / 10

/**
 * The slice with its expected cost now. `rows`: rows of the range that would be read now, fewer than before
 * if the store has counted most of the range since.
 */
export function withCurrentCost<State>(slice: Slice<State>, rows: number): Slice<State> {
  if (rows >= slice.rows * repriceShare) return slice
  return { ...slice, rows, costMs: slice.costMs * (rows / slice.rows) }
}

/** Merges neighbouring slices between the same two cuts. Newest first. */
export function mergedNeighbours<State>(
  slices: readonly Slice<State>[],
  cuts: readonly number[],
  merge: (newer: State, older: State) => State,
): Slice<State>[] {
  const result: Slice<State>[] = []
  for (const older of slices.toSorted((a, b) => b.to - a.to)) {
    const newer = result.at(-1)
    // No cut lies between the start of the older and the end of the newer one.
    const isUncut = newer !== undefined && indexOfBound(cuts, older.from + 1) === indexOfBound(cuts, newer.to)
    if (isUncut && newer.from === older.to) {
      result[result.length - 1] = {
        from: older.from,
        to: newer.to,
        state: merge(newer.state, older.state),
        sequence: Math.min(newer.sequence, older.sequence),
        costMs: newer.costMs + older.costMs,
        rows: Math.max(newer.rows, older.rows),
      }
    } else result.push(older)
  }
  return result
}
