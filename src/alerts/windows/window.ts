import type { TriggerMatches } from '../../schema/batch-matches.ts'
import type { StoredEvent } from '../../schema/event.ts'

/** Occurrences of one second with these values, as a file of matches has them. */
export type KeyCount = NonNullable<TriggerMatches['keys']>[number]

/** Patterns of the hosts that the owner of a trigger sees; null: unknown. */
export type OwnerHosts = readonly string[] | null

/** What a condition remembers of one key, as metadata stores it. */
export interface StoredState {
  /** JSON. */
  state: string
  /** Unix seconds at which `expireWindows` has to look at it; null: only the next match matters. */
  due: number | null
}

/** A condition that came true. */
export interface WindowFire {
  /** Value of the field that the condition counts apart (`by`); '' without one. */
  key: string
  /** Value that is new, or that completed the count of values; '' for other kinds. */
  value: string
  /** Unix second of events at which it came true. */
  at: number
  /** Matches (distinct: values) that made it true; 0 for an absence. */
  count: number
  /** A stored event that set it off, where the batch at hand does not have it. */
  event?: StoredEvent
}

/** What changes in the states of a trigger, and what it fires, in one transaction. */
export interface WindowAdvance {
  /** By key of the state; null: to be deleted. */
  states: ReadonlyMap<string, StoredState | null>
  /** In order of time. */
  fires: readonly WindowFire[]
}

/** Maximum states of a trigger; those that were changed longest ago are deleted. */
export const maxWindowStates = 10_000
