import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'

/** The part of a condition over many events (a count, a pair, an absence) that is computed for each event. */
interface TriggerWindow {
  /** Field that the condition groups by. */
  by: string | null
  /** Field whose distinct or new values the condition watches; `template`: the template of the message. */
  value: string | null
  /** The filter of the second event of a pair. */
  followedBy: Predicate | null
}

/** A trigger, as ingest evaluates it. Made by alerts/compile-trigger.ts. */
export interface TriggerInForce {
  /** From 1 to 2^32 - 1. */
  id: number
  /** Id of its owner. */
  owner: number
  /** Host patterns that limit what its owner sees; absent if unknown. */
  hosts?: readonly string[]
  /** The filter together with the hosts that its owner may see. */
  predicate: Predicate
  /** Status that the trigger sets on a matching event (index into `statuses`); 0: unchanged. */
  newStatus: number
  /** Which later triggers do not get a matching event: all, or only the same owner's. Null: all get it. */
  stop: 'all' | 'owner' | null
  activeHours: ActiveHours | null
  /** Whether repeats of an event are separate matches. */
  onRepeats: 'first' | 'each'
  /** Matches with different values of this field are reported separately. */
  groupBy: string | null
  /**
   * For a trigger with a condition over many events; otherwise null. Such a trigger does not fire for a
   * single event: it sets no status, stops nothing, and the event does not list it.
   */
  window: TriggerWindow | null
}
