import type { Predicate } from '../../filter/predicate/predicate.ts'
import { needsWholeEvent } from '../../filter/predicate/whole-event.ts'
import { workOf } from '../../filter/predicate/work.ts'
import type { EvaluationContext, Kind } from '../kind.ts'

/** What computing a question costs. */
export interface CostProfile {
  cost: 'columns' | 'scan' | 'whole'
  /**
   * The approximate share of rows whose messages a scan reads; all when absent. The other rows cost as
   * columns do.
   */
  messageShare?: number
  /** Slices begin and end at bounds of periods. */
  periodic: boolean
  /** Seconds around a slice in which new rows may change it. */
  reachSeconds: number
  /** New rows before the range, up to the range's length back, may change the results, but no slice. */
  comparesBefore?: boolean
  /**
   * Steps (filter/predicate/work.ts) of the filter for each character of a text: a few, or thousands for a
   * thousand patterns.
   */
  stepsPerCharacter: number
}

/** The longest deduplication window: rows of one event lie at most this far apart. */
export const maxEventSeconds = 3_600

export function costProfileOf<Params, State, Results>(
  kind: Kind<Params, State, Results>,
  params: Params,
  predicate: Predicate,
): CostProfile {
  return {
    cost: kind.cost(params, predicate),
    periodic: kind.periodic(params),
    reachSeconds: needsWholeEvent(predicate) ? maxEventSeconds : 0,
    comparesBefore: kind.comparesBefore?.(params) ?? false,
    stepsPerCharacter: workOf(predicate).perCharacter,
  }
}

/** The profile of a scan as of now: templates decide more or fewer of the rows. */
export async function withMessageShare(
  profile: CostProfile,
  { store, predicate }: Pick<EvaluationContext, 'store' | 'predicate'>,
  signal: AbortSignal,
): Promise<CostProfile> {
  return { ...profile, messageShare: await store.messageShare(predicate, signal) }
}

const rowsPerSlice = { columns: 20_000_000, scan: 1_500_000, expensive: 150_000 } as const

/** Rows of one slice: 0.2 to 2 seconds of work of the engine. */
export function rowsPerSliceOf(profile: CostProfile & { cost: 'columns' | 'scan' }): number {
  const { cost, messageShare = 1 } = profile
  const { columns } = rowsPerSlice
  const scan = isExpensive(profile) ? rowsPerSlice.expensive : rowsPerSlice.scan
  return cost === 'columns' ? columns : 1 / (messageShare / scan + (1 - messageShare) / columns)
}
/** Rows of a question that is not sliced, in the short lane. */
const maxShortWholeRows = 500_000

/** With more steps, planning the statement alone takes the engine as long as a short question. */
const maxShortSteps = 200

export function isExpensive({ stepsPerCharacter }: Pick<CostProfile, 'stepsPerCharacter'>): boolean {
  return stepsPerCharacter > maxShortSteps
}

/** Whether the range may be computed in slices. */
export function isSliced(profile: CostProfile): profile is CostProfile & { cost: 'columns' | 'scan' } {
  return profile.cost !== 'whole'
}

/** The lane for this many rows: the short lane is for reads of about a quarter of a second. */
export function laneOf(profile: CostProfile, rows: number): 'short' | 'long' {
  if (isExpensive(profile)) return 'long'
  const maxShortRows = isSliced(profile) ? rowsPerSliceOf(profile) / 5 : maxShortWholeRows
  return rows <= maxShortRows ? 'short' : 'long'
}
