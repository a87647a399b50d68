import type { StoredEvent } from '../../schema/event/event.ts'
import type { TriggerMatches } from '../../schema/intake/batch-matches.ts'

/** Number of occurrences in one second with the same two values (`MatchKey` of batch-matches.ts). */
export type KeyCount = NonNullable<TriggerMatches['keys']>[number]

/** Patterns of the hosts that the owner of a trigger may see; null: unknown. */
export type OwnerHosts = readonly string[] | null

/** The state of a condition for one key, as metadata stores it. */
export interface StoredState {
  /** JSON. */
  state: string
  /** Unix seconds at which the WindowRunner evaluates it; null: only another match can change it. */
  due: number | null
}

/** One time that a condition came true. */
export interface WindowFire {
  /** Value of the field that the condition groups by (`by`); '' without such a field. */
  key: string
  /** Value of the watched field that made it true; '' for conditions without such a field. */
  value: string
  /** Unix second at which it came true, by event time. */
  at: number
  /** Matches (distinct: values) that made it true; 0 for an absence. */
  count: number
  /** The stored event that made it true, if the current batch does not contain it. */
  event?: StoredEvent
}

/** Changes of a trigger's states, and its firings, to be stored in one transaction. */
export interface WindowAdvance {
  /**
   * By state key: the value of `by`, or the watched value for conditions with a state per value; '' without
   * either. null: delete.
   */
  states: ReadonlyMap<string, StoredState | null>
  /** In the order of `at`. */
  fires: readonly WindowFire[]
}

/** Maximum states of a trigger; the least recently changed ones are deleted. */
export const maxWindowStates = 10_000
