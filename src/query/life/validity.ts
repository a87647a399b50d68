import type { Mark } from '../../storage/contract/event-store.ts'
import type { Journal } from '../../storage/contract/journal.ts'
import type { ResolvedRange } from '../kind.ts'
import { indexOfBound } from '../range/periods.ts'
import { type CostProfile, maxEventSeconds } from '../slices/cost-profile.ts'

/** The range and the moment for which an answer is valid. */
export interface Validity {
  range: ResolvedRange
  /** Number of a change in the journal: the answer includes all changes up to it, and perhaps later ones. */
  sequence: number
  /** Version of the notes that the answer includes. */
  notes?: number | undefined
  /** Unix milliseconds at which it was checked. */
  at: number
  /** The moment of the store that the answer describes, for other pages and files. */
  asOf?: Mark
}

/** Nearly all new rows are within this time. */
const recentSeconds = 300

/**
 * Whether an answer is valid at a moment (Unix seconds): its range has not moved and has no new rows. Its
 * notes are checked by AnswerCache. `frozenAt`: set for questions whose range never moves (`freeze_time`).
 */
export function isStillValid(
  { range, sequence }: Validity,
  { profile, frozenAt }: { profile: CostProfile; frozenAt: number | undefined },
  now: number,
  journal: Pick<Journal, 'current' | 'newest'>,
): boolean {
  if (frozenAt === undefined && now >= validUntil(range, profile)) return false
  if (journal.current === sequence) return true
  // A quick check first.
  if (journal.newest(Math.max(range.from, now - recentSeconds), range.to) > sequence) return false
  // Kinds that are not periodic may show whole events, with their occurrences outside of the range. Some of
  // them show none; for these the longer reach is only cautious.
  const reach = profile.periodic ? profile.reachSeconds : maxEventSeconds
  const comparedSeconds = profile.comparesBefore ? range.to - range.from : 0
  return journal.newest(range.from - comparedSeconds - reach, range.to + reach) <= sequence
}

/** When the same rows would give another answer (Unix seconds): the bounds move, or a period begins. */
function validUntil(range: ResolvedRange, profile: CostProfile): number {
  const movesAt = range.validUntil ?? Number.POSITIVE_INFINITY
  if (!profile.periodic) return movesAt
  const nextBound = range.bounds[indexOfBound(range.bounds, Math.floor(range.now) + 1)]
  return Math.min(movesAt, nextBound ?? movesAt)
}
