import type { Journal, Mark } from '../../storage/store.ts'
import type { ResolvedRange } from '../kind.ts'
import { indexOfBound } from '../range/periods.ts'
import { type CostProfile, maxEventSeconds } from '../slices/cost-profile.ts'

/** What an answer was true of. */
export interface Validity {
  range: ResolvedRange
  /** Number of the newest append that it knows of. */
  sequence: number
  /** Unix milliseconds. */
  at: number
  /** The moment of the store: further pages and files are of it too. */
  asOf?: Mark
}

/** Seconds. */
const recentSeconds = 300

/** Whether an answer is still true at a moment (Unix seconds): its range is where it was, and nothing came into it. */
export function isStillValid(
  { range, sequence }: Validity,
  { profile, frozenAt }: { profile: CostProfile; frozenAt: number | undefined },
  now: number,
  touched: Pick<Journal, 'current' | 'newest'>,
): boolean {
  if (frozenAt === undefined && now >= validUntil(range, profile)) return false
  if (touched.current === sequence) return true
  // Nearly everything comes into the newest minutes, which are soon looked through.
  if (touched.newest(Math.max(range.from, now - recentSeconds), range.to) > sequence) return false
  // Events of a page show what happened to them outside the range too.
  const reach = profile.periodic ? profile.reachSeconds : maxEventSeconds
  return touched.newest(range.from - reach, range.to + reach) <= sequence
}

/** The moment from which on the same rows may give another answer: the bounds move, or a period begins. */
function validUntil(range: ResolvedRange, profile: CostProfile): number {
  const moves = range.validUntil ?? Number.POSITIVE_INFINITY
  if (!profile.periodic) return moves
  const next = range.bounds[indexOfBound(range.bounds, Math.floor(range.now) + 1)]
  return Math.min(moves, next ?? moves)
}
