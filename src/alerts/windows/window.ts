import type { StoredEvent } from '../../schema/event/event.ts'
import type { TriggerMatches } from '../../schema/intake/batch-matches.ts'

/** Occurrences in one second with these values, as in a matches file. */
export type KeyCount = NonNullable<TriggerMatches['keys']>[number]

/** Patterns of the hosts that the owner of a trigger may see; null: unknown. */
export type OwnerHosts = readonly string[] | null

/** The state of a condition for one key, as metadata stores it. */
export interface StoredState {
  /** JSON. */
  state: string
  /** Unix seconds at which `evaluateWindows` must evaluate it; null: only the next match matters. */
  due: number | null
}

/** A condition that came true. */
export interface WindowFire {
  /** Value of the field that the condition groups by (`by`); '' without such a field. */
  key: string
  /** The new value, or the value that completed the count of values; '' for other kinds. */
  value: string
  /** Unix second, in time of events, at which it came true. */
  at: number
  /** Matches (distinct: values) that made it true; 0 for an absence. */
  count: number
  /** A stored event that set it off, if the current batch does not contain it. */
  event?: StoredEvent
}

/** Changed states of a trigger and its firings, for one transaction. */
export interface WindowAdvance {
  /** By state key; null: delete. */
  states: ReadonlyMap<string, StoredState | null>
  /** In order of time. */
  fires: readonly WindowFire[]
}

/** Maximum states of a trigger; the least recently changed ones are deleted. */
export const maxWindowStates = 10_000
