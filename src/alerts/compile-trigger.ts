import { parseFilter } from '../filter/parse/parse-filter.ts'
import type { Predicate } from '../filter/predicate/predicate.ts'
import type { TriggerInForce } from '../ingest/triggers/trigger-in-force.ts'
import { restrictedTo, rightsOf } from '../query/life/rights.ts'
import { statuses } from '../schema/event/event.ts'
import type { Filter } from '../schema/filter/condition.ts'
import type { TriggerContent } from '../schema/triggers/trigger.ts'
import { groupFieldOf, watchedFieldOf } from './windows/evaluators.ts'

/** The owner of a trigger, with the rights that limit what the trigger matches and hides. */
export interface TriggerOwner {
  id: number
  /** Patterns of hosts that the owner may see. */
  hosts: readonly string[]
  managesTriggers: boolean
}

/**
 * Compiles a stored trigger to the form that ingest matches. Returns undefined if one of its filters is
 * invalid in this version of Millrace.
 */
export function compileTrigger(
  id: number,
  content: TriggerContent,
  owner: TriggerOwner,
): TriggerInForce | undefined {
  const compileForOwner = (filter: Filter): Predicate | undefined => {
    const parsed = parseFilter(filter)
    return 'faults' in parsed ? undefined : restrictedTo(rightsOf(owner.hosts), parsed.predicate)
  }
  const predicate = compileForOwner(content.filter)
  const { condition } = content
  // null: there is no second filter. undefined: it is invalid.
  const followedBy = condition?.kind === 'pair' ? compileForOwner(condition.followed_by) : null
  if (predicate === undefined || followedBy === undefined) return undefined
  let stop: TriggerInForce['stop'] = null
  // A trigger hides events only from triggers that its owner may change.
  if (content.stop_flag) stop = owner.managesTriggers ? 'all' : 'owner'
  return {
    id,
    owner: owner.id,
    // Sorted: another order of the same hosts must not look like a change, which resets the condition.
    hosts: owner.hosts.includes('*') ? ['*'] : [...new Set(owner.hosts)].sort(),
    predicate,
    newStatus: statuses.indexOf(statusSetBy(content)),
    stop,
    activeHours: content.active_hours,
    onRepeats: content.on_repeats,
    groupBy: content.group_by,
    window:
      condition === null
        ? null
        : { by: groupFieldOf(condition), value: watchedFieldOf(condition), followedBy },
  }
}

/** The status that a trigger sets on the events that it matches; UNKNOWN: it leaves the status unchanged. */
function statusSetBy({ mark_known, mark_actionable }: TriggerContent): (typeof statuses)[number] {
  if (!mark_known) return 'UNKNOWN'
  return mark_actionable ? 'ACTIONABLE' : 'NON_ACTIONABLE'
}
