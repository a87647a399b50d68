import type { Predicate } from '../../filter/predicate.ts'
import { needsWholeEvent } from '../../filter/whole-event.ts'
import { workOf } from '../../filter/work.ts'
import type { Kind } from '../kind.ts'

/** What there is to know of a question before it is cut into slices. */
export interface CostProfile {
  cost: 'columns' | 'scan' | 'whole'
  /** Slices lie on the bounds of periods. */
  periodic: boolean
  /** Seconds around a slice in which new rows may change what it holds. */
  reachSeconds: number
  /** Steps (filter/work.ts) that its filter takes for each character of a text: some patterns are a few, a thousand are thousands. */
  stepsPerCharacter: number
}

/** The longest deduplication window: rows of one event lie no further apart. */
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
    stepsPerCharacter: workOf(predicate).perCharacter,
  }
}

/** Rows that one slice should have at most: some 0.2 to 2 seconds of work of the engine. */
export const rowsPerSlice = { columns: 20_000_000, scan: 1_500_000 } as const
/** Of a question in one piece, only what is this small goes into the short lane. */
const maxShortWholeRows = 500_000

/** With more, planning the statement alone takes the engine as long as a short question may take in all. */
const maxShortSteps = 200

export function isExpensive({ stepsPerCharacter }: Pick<CostProfile, 'stepsPerCharacter'>): boolean {
  return stepsPerCharacter > maxShortSteps
}

/** The lane that so many rows of such a question belong into: short ones are over within a quarter of a second or so. */
export function laneOf(nature: CostProfile, rows: number): 'short' | 'long' {
  if (isExpensive(nature)) return 'long'
  const most = nature.cost === 'whole' ? maxShortWholeRows : rowsPerSlice[nature.cost] / 5
  return rows <= most ? 'short' : 'long'
}
