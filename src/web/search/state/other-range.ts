import type { ChangesParams } from '../../../schema/query/changes.ts'
import { daySeconds } from '../../../time/calendar-units.ts'
import { presetSeconds, type Range, timeRangeOf } from '../../../time/range.ts'
import { momentBefore } from './comparison.ts'

/**
 * The range with which the view `changes` compares: the time just before, the rest of the range before a
 * zoom, or the same time of the day or the week before.
 */
export const otherRanges = ['before', 'rest', 'day', 'week'] as const
export type OtherRange = (typeof otherRanges)[number]

/** The ranges of a search. */
export interface Ranges {
  range: Range
  /** The range before a zoom into the histogram. */
  unzoomed: Range | undefined
  /** The chosen other range; undefined: the default. */
  otherRange: OtherRange | undefined
}

/** The other ranges that a search has. */
export function otherRangesOf({ range, unzoomed }: Ranges): OtherRange[] {
  const canShift = 'from' in range || presetSeconds(range.preset) > 0
  return otherRanges.filter(one => {
    if (one === 'rest') return unzoomed !== undefined
    return one === 'before' || canShift
  })
}

/** The chosen other range if the search has it; by default the rest, else the time before. */
export function otherRangeOf(state: Ranges): OtherRange {
  const known = otherRangesOf(state)
  return known.find(one => one === state.otherRange) ?? (known.includes('rest') ? 'rest' : 'before')
}

const secondsBack = { day: daySeconds, week: 7 * daySeconds } as const

/** The other range as a param; undefined for the time just before. */
export function compareTo(state: Ranges, zone: string): ChangesParams['compare_to'] {
  const other = otherRangeOf(state)
  if (other === 'before') return undefined
  if (other === 'rest') return state.unzoomed && boundsOf(state.unzoomed, zone)
  if ('from' in state.range) {
    const { from, to } = state.range
    return { ts_from: momentBefore(from, other, zone), ts_to: momentBefore(to, other, zone) }
  }
  // Negative moments are relative to now, as the preset is.
  const back = secondsBack[other]
  return { ts_from: -back - presetSeconds(state.range.preset), ts_to: -back }
}

function boundsOf(range: Range, zone: string): ChangesParams['compare_to'] {
  const { step: _, ...bounds } = timeRangeOf(range, zone)
  return bounds
}
