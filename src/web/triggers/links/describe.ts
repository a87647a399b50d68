import { fieldText } from '../../../charts/name-text.ts'
import { lengthText } from '../../../charts/time-text.ts'
import { isConditionOn, type Pill } from '../../../filter/typed/pill.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import type { ActionKind } from '../../../schema/triggers/action-kinds.ts'
import { actionFlags, type TriggerContent } from '../../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'
import { filterForm } from '../../filter-form/filter-form.ts'
import { shortPillParts } from '../../search/state/pill-text.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'

/** A condition of a filter as three texts. A search of the message and a group have only the last one. */
export type PartTexts = readonly [field: string, sign: string, values: string]

/** The conditions of a filter as texts. Conditions that match every event are left out. */
export function filterParts(filter: readonly FilterPart[]): PartTexts[] {
  const { text, pills } = filterForm(filter)
  const search: PartTexts[] = text.trim() === '' ? [] : [['', '', text.trim()]]
  return [...search, ...pills.filter(canExclude).map(textsOf)]
}

/**
 * Whether a condition can exclude events. A search of the message for an empty text matches every event. In
 * any other field, an empty value means events without that field.
 */
export function canExclude(pill: Pill): boolean {
  return !isConditionOn(pill, 'message', 'eq', 'ne', 'qp') || pill.values.some(value => value.trim() !== '')
}

/** The texts of a pill. A search of the message has only its words. */
function textsOf(pill: Pill): PartTexts {
  const parts = shortPillParts(pill)
  return isConditionOn(pill, 'message', 'eq', 'qp') ? ['', '', parts[2]] : parts
}

/** Maximum conditions in the text of a filter. */
const maxParts = 2

/** A filter as one text of at most `maxParts` conditions, such as `“link down” and Host is fw-1`. */
export function filterText(filter: readonly FilterPart[]): string {
  const parts = filterParts(filter)
  if (parts.length === 0) return triggerTexts.everyEvent
  const shownParts = parts
    .slice(0, maxParts)
    .map(([field, sign, values]) => (field === '' ? quoted(values) : `${field} ${sign} ${values}`))
  const moreCount = parts.length - maxParts
  if (moreCount > 0) shownParts.push(triggerTexts.moreConditions(moreCount))
  return shownParts.join(triggerTexts.and)
}

/** Words in quotes, unless they have their own. */
function quoted(words: string): string {
  return words.includes('"') ? words : `“${words}”`
}

/** When matching events fire a trigger, as in `5 times within 10 min for one host`. */
export function conditionText(condition: TriggerCondition): string {
  return triggerTexts.condition(condition, {
    ...('field' in condition && { field: fieldText(condition.field) }),
    ...('by' in condition && condition.by != null && { by: fieldText(condition.by).toLowerCase() }),
    ...('seconds' in condition && { within: lengthText(condition.seconds) }),
    ...('followed_by' in condition && { followedBy: filterText(condition.followed_by) }),
  })
}

/** The actions of a trigger, in the order in which they are shown. */
export function actionsShown(content: Pick<TriggerContent, (typeof actionFlags)[ActionKind]>): ActionKind[] {
  return shownKinds.filter(kind => content[actionFlags[kind]])
}

/** All kinds of actions in the order in which they are shown: the most used ones first. */
export const shownKinds: readonly ActionKind[] = [
  'notification',
  'email',
  'webhook',
  'status',
  'note',
  'task',
  'script',
  'snmp',
]

/** Whether an enabled trigger does nothing at `now` (Unix seconds) because of its start or end. */
export function isOutsideItsTime(
  { active_since, active_until }: Pick<TriggerContent, 'active_since' | 'active_until'>,
  now: number,
): boolean {
  return (active_since !== null && now < active_since) || (active_until !== null && now >= active_until)
}
