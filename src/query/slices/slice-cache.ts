import type { ResolvedRange, Source } from '../kind.ts'
import { indexOfBound } from '../range/periods.ts'
import type { CostProfile } from './cost-profile.ts'
import type { TimeSpan } from './time-span.ts'

/** A stretch that has been computed. */
export interface Slice<State> extends TimeSpan {
  state: State
  /** Number of the newest append before it was computed. */
  sequence: number
  /** Milliseconds that it took. */
  cost: number
  /** Rows that the range had to be computed from then, as estimated. */
  rows: number
}

/** Slices as they were kept, with the range that they were slices of. */
export interface CachedSlices<State> {
  range: ResolvedRange
  slices: readonly Slice<State>[]
}

/** Those of the slices that are true of the range as it is now: still inside, cut as they were, and untouched. */
export function stillValid<State>(
  kept: CachedSlices<State>,
  range: ResolvedRange,
  nature: CostProfile,
  { touched, window }: Pick<Source, 'touched' | 'window'>,
): Slice<State>[] {
  const before = kept.range
  const fits = (slice: TimeSpan): boolean => {
    if (slice.from < range.from || slice.to > range.to) return false
    if (nature.cost === 'whole' && (slice.from !== range.from || slice.to !== range.to)) return false
    return nature.periodic
      ? sameBounds(before, range, slice)
      : (slice.from === range.from) === (slice.from === before.from)
  }
  const { reachSeconds } = nature
  const untouched = ({ from, to, sequence }: Slice<State>): boolean => {
    // The slice that starts with its range also counts what began before and goes on within a window of the start.
    const end = from === range.from ? Math.max(to, from + window) : to
    return touched.current === sequence || touched.newest(from - reachSeconds, end + reachSeconds) <= sequence
  }
  const { current } = touched
  return kept.slices
    .filter(slice => fits(slice) && untouched(slice))
    .map(slice => ({ ...slice, sequence: current }))
}

/** Whether the periods inside the slice are the same in both ranges. */
function sameBounds(before: ResolvedRange, range: ResolvedRange, slice: TimeSpan): boolean {
  let old = indexOfBound(before.bounds, slice.from)
  let index = indexOfBound(range.bounds, slice.from)
  for (; ; old++, index++) {
    const bound = before.bounds[old]
    if (bound === undefined || bound !== range.bounds[index]) return false
    if (bound >= slice.to) return bound === slice.to
  }
}

/** What of the range no slice covers, newest first. Slices do not overlap. */
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

/** Once a range has to be computed from so much fewer rows, what its slices took tells nothing of what they would take. */
const repriceBelow = 1 / 10

/** The slice with what it would take now that its range has to be computed from so many rows: most of it may be counted by now. */
export function withCurrentCost<State>(slice: Slice<State>, rows: number): Slice<State> {
  if (rows >= slice.rows * repriceBelow) return slice
  return { ...slice, rows, cost: slice.cost * (rows / slice.rows) }
}

/** Neighbours that lie between the same two cuts, as one slice; newest first. */
export function mergedNeighbours<State>(
  slices: readonly Slice<State>[],
  cuts: readonly number[],
  merge: (newer: State, older: State) => State,
): Slice<State>[] {
  const cell = (second: number): number => indexOfBound(cuts, second)
  const result: Slice<State>[] = []
  for (const older of slices.toSorted((a, b) => b.to - a.to)) {
    const newer = result.at(-1)
    // One cell: no cut lies inside, nor where they meet.
    if (newer !== undefined && newer.from === older.to && cell(older.from + 1) === cell(newer.to)) {
      const state = merge(newer.state, older.state)
      result[result.length - 1] = {
        from: older.from,
        to: newer.to,
        state,
        sequence: Math.min(newer.sequence, older.sequence),
        cost: newer.cost + older.cost,
        rows: Math.max(newer.rows, older.rows),
      }
    } else result.push(older)
  }
  return result
}
