import type { Predicate } from '../../filter/predicate.ts'
import type { ActiveHours } from '../../schema/trigger-parts.ts'

/** What a condition over many events (a count, a pair, an absence) needs of each event of the filter. */
interface TriggerWindow {
  /** Field whose values are watched one by one. */
  by: string | null
  /** Field whose values the condition counts or has never seen; `template` for the template of the message. */
  value: string | null
  /** The filter of the second event of a pair. */
  followedBy: Predicate | null
}

/** A trigger as ingest needs it. */
export interface TriggerInForce {
  /** From 1 to 2^32 - 1. */
  id: number
  /** Id of its owner. */
  owner: number
  /** Patterns of the hosts that its owner may see; absent: unknown. */
  hosts?: readonly string[]
  /** Of the filter and of the hosts that its owner may see. */
  predicate: Predicate
  /** Status that the event gets; 0 leaves it as it is. */
  mark: number
  /** Events that match go to no later trigger (`all`), or to no later one of the same owner (`owner`); null: to all. */
  stop: 'all' | 'owner' | null
  activeHours: ActiveHours | null
  /** Whether repeats of an event are matches of their own. */
  onRepeats: 'first' | 'each'
  /** Field by whose values matches are told apart. */
  groupBy: string | null
  /**
   * Set for a trigger with a condition over many events. It does not fire for one event: it neither marks nor stops, and the event does
   * not name it.
   */
  window: TriggerWindow | null
}
