import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'

/**
 * The part of a condition over many events (a count, a pair, an absence) that applies to each event of the
 * filter.
 */
interface TriggerWindow {
  /** Field that the condition groups by. */
  by: string | null
  /**
   * Field whose values the condition watches: it counts distinct values, or fires for new ones. `template`:
   * the template of the message.
   */
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
  /** Combines the filter and the hosts that its owner may see. */
  predicate: Predicate
  /** Status that the event gets; 0 leaves it unchanged. */
  mark: number
  /**
   * Matching events are not passed to later triggers (`all`), or not to later triggers of the same owner
   * (`owner`); null: passed to all.
   */
  stop: 'all' | 'owner' | null
  activeHours: ActiveHours | null
  /** Whether repeats of an event are separate matches. */
  onRepeats: 'first' | 'each'
  /** Field whose values separate matches. */
  groupBy: string | null
  /**
   * Set for a trigger with a condition over many events. Such a trigger does not fire for one event: it
   * neither marks nor stops, and the event does not name it.
   */
  window: TriggerWindow | null
}
