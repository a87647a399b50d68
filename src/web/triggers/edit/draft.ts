import type { Condition } from '../../../schema/condition.ts'
import {
  type Trigger,
  type TriggerContent,
  type TriggerPatch,
  triggerDefaults,
} from '../../../schema/trigger.ts'

/** Members that a form sets. */
// The defaults have all of them but these two.
const members = ['name', 'filter', ...Object.keys(triggerDefaults)] as (keyof TriggerContent)[]

/** What the form of a trigger begins with. */
export function draftOf(trigger: Trigger): TriggerContent {
  return { ...newDraft([]), ...Object.fromEntries(members.map(name => [name, trigger[name]])) }
}

/** A new trigger for a filter: it notifies, and is on. */
export function newDraft(filter: readonly Condition[], name = ''): TriggerContent {
  return { ...triggerDefaults, name, filter: [...filter], send_webhook_method: 'POST' }
}

/** The members that a form has changed. Those that somebody else has changed meanwhile stay as they are. */
export function changesOf(before: TriggerContent, draft: TriggerContent): TriggerPatch {
  return Object.fromEntries(
    members.filter(name => !isSame(before[name], draft[name])).map(name => [name, draft[name]]),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
