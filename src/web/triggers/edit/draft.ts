import type { Condition } from '../../../schema/filter/condition.ts'
import {
  type Trigger,
  type TriggerContent,
  type TriggerPatch,
  triggerDefaults,
} from '../../../schema/triggers/trigger.ts'

// The defaults have all members that a form sets except these two.
const members = ['name', 'filter', ...Object.keys(triggerDefaults)] as (keyof TriggerContent)[]

/** Initial content of the form for a trigger. */
export function draftOf(trigger: Trigger): TriggerContent {
  // `members` replaces every member of the new draft, which only gives the type.
  return { ...newDraft([]), ...Object.fromEntries(members.map(name => [name, trigger[name]])) }
}

/** A new trigger for a filter: it notifies, and is on. */
export function newDraft(filter: readonly Condition[], name = ''): TriggerContent {
  return { ...triggerDefaults, name, filter: [...filter], send_webhook_method: 'POST' }
}

/** The members changed in a form. Members that another user has changed meanwhile stay unchanged. */
export function changesOf(before: TriggerContent, draft: TriggerContent): TriggerPatch {
  return Object.fromEntries(
    members.filter(name => !isSame(before[name], draft[name])).map(name => [name, draft[name]]),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
