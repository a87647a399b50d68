import type { ResolvedRange } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import { type CostProfile, isSliced, rowsPerSliceOf } from './cost-profile.ts'
import { roundMiddle, snapDown, snapUp } from './snap.ts'

/** The approximate maximum number of chunks of a range. */
const maxChunks = 512

/** The maximum number of rows of a span. */
export type Estimate = (from: number, to: number) => number

/** Splits a span into chunks that the engine reads in a short time, newest first. */
export function splitSpan(
  span: TimeSpan,
  range: ResolvedRange,
  profile: CostProfile,
  estimate: Estimate,
): TimeSpan[] {
  if (!isSliced(profile)) return [span]
  const limit = Math.max(rowsPerSliceOf(profile), (2 * estimate(range.from, range.to)) / maxChunks)
  const chunks: TimeSpan[] = []
  const divide = (part: TimeSpan): void => {
    const middle = estimate(part.from, part.to) > limit ? middleOf(part, range, profile) : undefined
    if (middle === undefined) {
      chunks.push(part)
      return
    }
    divide({ from: middle, to: part.to })
    divide({ from: part.from, to: middle })
  }
  divide(span)
  return chunks
}

/** Where to cut a span in two, near its middle; undefined when it cannot be cut. */
function middleOf(part: TimeSpan, range: ResolvedRange, profile: CostProfile): number | undefined {
  const middle = roundMiddle(part)
  return [snapDown(middle, range, profile), snapUp(middle, range, profile)].find(
    second => second > part.from && second < part.to,
  )
}
