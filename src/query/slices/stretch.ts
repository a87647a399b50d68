import type { ResolvedRange } from '../kind.ts'
import { indexOfBound } from '../range/periods.ts'
import type { Nature } from './nature.ts'

/** A part of a range: whole seconds, `from` inclusive, `to` exclusive. */
export interface Stretch {
  from: number
  to: number
}

/** The last second at or before this one that slices may begin at: a bound of periods where there are any. */
export function snapDown(second: number, range: ResolvedRange, nature: Nature): number {
  const whole = Math.floor(second)
  if (!nature.periodic) return whole
  const index = indexOfBound(range.bounds, whole)
  return range.bounds[index] === whole ? whole : (range.bounds[index - 1] ?? range.from)
}

/** The first second at or after this one that slices may begin at. */
export function snapUp(second: number, range: ResolvedRange, nature: Nature): number {
  const whole = Math.ceil(second)
  return nature.periodic ? (range.bounds[indexOfBound(range.bounds, whole)] ?? range.to) : whole
}
