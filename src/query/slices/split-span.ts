import type { ResolvedRange } from '../kind.ts'
import { type CostProfile, rowsPerSlice } from './cost-profile.ts'
import { roundMiddle, snapDown, snapUp, type TimeSpan } from './time-span.ts'

/** A range is computed in about as many pieces as this at most, however many rows it has. */
const maxPieces = 512

/** Tells how many rows a stretch has at most. */
export type Estimate = (from: number, to: number) => number

/** A stretch in pieces that are each bearable for the engine, newest first; one piece when the whole is. */
export function splitSpan(
  stretch: TimeSpan,
  range: ResolvedRange,
  nature: CostProfile,
  estimate: Estimate,
): TimeSpan[] {
  if (nature.cost === 'whole') return [stretch]
  const limit = Math.max(rowsPerSlice[nature.cost], (2 * estimate(range.from, range.to)) / maxPieces)
  const pieces: TimeSpan[] = []
  const divide = (part: TimeSpan): void => {
    const middle = estimate(part.from, part.to) > limit ? middleOf(part, range, nature) : undefined
    if (middle === undefined) {
      pieces.push(part)
      return
    }
    divide({ from: middle, to: part.to })
    divide({ from: part.from, to: middle })
  }
  divide(stretch)
  return pieces
}

/** Where to cut a stretch in two, about in its middle; undefined when it cannot be cut. */
function middleOf(part: TimeSpan, range: ResolvedRange, nature: CostProfile): number | undefined {
  const middle = roundMiddle(part)
  return [snapDown(middle, range, nature), snapUp(middle, range, nature)].find(
    second => second > part.from && second < part.to,
  )
}
