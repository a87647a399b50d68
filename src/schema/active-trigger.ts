import type { Filter } from './condition.ts'
import type { ActiveHours, TriggerContent } from './trigger.ts'
import type { TriggerCondition } from './trigger-condition.ts'

/**
 * A trigger in force, as ingest matches it: plain data, which goes to the ingest worker unchanged, in the order of matching.
 * Times are microseconds by the clock of receipt.
 */
export interface ActiveTrigger {
  id: number
  filter: Filter
  /** Patterns (* and ?) of hosts that the owner may see: it matches events of these only. ['*']: all. */
  hosts: readonly string[]
  /** Status that a match sets, an index into `statuses`; null: leaves it. */
  mark: number | null
  /** After a match, later triggers do not see the event. */
  stop: boolean
  activeSince: number | null
  activeUntil: number | null
  activeHours: ActiveHours | null
  onRepeats: TriggerContent['on_repeats']
  condition: TriggerCondition | null
  /** Field or user tag whose values are told apart. */
  groupBy: string | null
}
