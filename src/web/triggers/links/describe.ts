import { fieldText } from '../../../charts/name-text.ts'
import { lengthText } from '../../../charts/time-text.ts'
import { isConditionOn, isGroupPill, type Pill } from '../../../filter/typed/pill.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import { type ActionKind, actionFlags, type TriggerContent } from '../../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'
import { shortPillParts } from '../../search/state/pill-text.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'
import { filterForm } from '../../widgets/edit/filter-pills.ts'

/** A condition of a filter as three texts: field, operator, values. Words and groups have only values. */
export type PartTexts = readonly [field: string, sign: string, values: string]

/** The conditions of a filter as texts. Conditions that hold for every event are left out. */
export function filterParts(filter: readonly FilterPart[]): PartTexts[] {
  const { text, pills } = filterForm(filter)
  const words: PartTexts[] = text.trim() === '' ? [] : [['', '', text.trim()]]
  return [...words, ...pills.filter(isFilled).map(textsOf)]
}

/** Whether a pill has a value. Without one it holds for every event. */
export function isFilled(pill: Pill): boolean {
  return isGroupPill(pill) || pill.values.some(value => value !== '')
}

/** The texts of a pill. A pill for words in the message has only the words. */
function textsOf(pill: Pill): PartTexts {
  const parts = shortPillParts(pill)
  return isConditionOn(pill, 'message', 'eq', 'qp') ? ['', '', parts[2]] : parts
}

/** Maximum conditions in the text of a filter. */
const maxParts = 2

/** A filter in a few words. */
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

/** When matching events fire a trigger, as part of a sentence. */
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
