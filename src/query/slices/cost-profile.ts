import type { Predicate } from '../../filter/predicate/predicate.ts'
import { needsWholeEvent } from '../../filter/predicate/whole-event.ts'
import { workOf } from '../../filter/predicate/work.ts'
import type { EvaluationContext, Kind } from '../kind.ts'

/** The cost of computing a question. */
export interface CostProfile {
  /** See Kind.cost. */
  cost: 'columns' | 'scan' | 'whole'
  /** Approximate share of rows whose messages a scan reads; absent: all. Other rows cost as columns do. */
  messageShare?: number
  /** Whether slices must begin and end at bounds of periods. */
  periodic: boolean
  /** New rows within this many seconds of a slice may change it. */
  reachSeconds: number
  /** Whether new rows before the range (as far back as its length) change the results, though no slice. */
  comparesBefore?: boolean
  /**
   * Steps (filter/predicate/work.ts) of the filter per character of text: a few, or thousands for a thousand
   * patterns.
   */
  stepsPerCharacter: number
}

/** The longest deduplication window: the maximum time between rows of one event. */
export const maxEventSeconds = 3_600

/** The cost profile of a question. `predicate`: its filter with the rights of readers. */
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

/** The profile with the current share: the more templates are known, the fewer messages a scan reads. */
export async function withMessageShare(
  profile: CostProfile,
  { store, predicate }: Pick<EvaluationContext, 'store' | 'predicate'>,
  signal: AbortSignal,
): Promise<CostProfile> {
  return { ...profile, messageShare: await store.messageShare(predicate, signal) }
}

const rowsPerSlice = { columns: 20_000_000, scan: 1_500_000, expensive: 150_000 } as const

/** Rows of one slice: 0.2 to 2 seconds of the engine's work. */
export function rowsPerSliceOf(profile: CostProfile & { cost: 'columns' | 'scan' }): number {
  const { cost, messageShare = 1 } = profile
  const { columns } = rowsPerSlice
  if (cost === 'columns') return columns
  const scan = isExpensive(profile) ? rowsPerSlice.expensive : rowsPerSlice.scan
  // A row takes 1 / scan of a slice's time if its message is read, otherwise 1 / columns.
  return 1 / (messageShare / scan + (1 - messageShare) / columns)
}

/** Maximum rows that a question without slices reads in the short lane. */
const maxShortWholeRows = 500_000

/** Above these steps per character, planning the statement takes the engine as long as a short question. */
const maxShortSteps = 200

/** Whether the filter alone makes a question expensive, no matter how few rows it reads. */
export function isExpensive({ stepsPerCharacter }: Pick<CostProfile, 'stepsPerCharacter'>): boolean {
  return stepsPerCharacter > maxShortSteps
}

/** Whether the range may be computed in slices. */
export function isSliced(profile: CostProfile): profile is CostProfile & { cost: 'columns' | 'scan' } {
  return profile.cost !== 'whole'
}

/** The lane for a read of this many rows. The short lane is for reads of about a quarter of a second. */
export function laneOf(profile: CostProfile, rows: number): 'short' | 'long' {
  if (isExpensive(profile)) return 'long'
  const maxShortRows = isSliced(profile) ? rowsPerSliceOf(profile) / 5 : maxShortWholeRows
  return rows <= maxShortRows ? 'short' : 'long'
}
