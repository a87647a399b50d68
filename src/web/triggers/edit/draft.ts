import type { Condition } from '../../../schema/filter/condition.ts'
import {
  type Trigger,
  type TriggerContent,
  type TriggerPatch,
  triggerDefaults,
} from '../../../schema/triggers/trigger.ts'

/** The members that a form edits. The cast holds: the defaults have all members except name and filter. */
const members = ['name', 'filter', ...Object.keys(triggerDefaults)] as (keyof TriggerContent)[]

/** Initial content of the form for a trigger. */
export function draftOf(trigger: Trigger): TriggerContent {
  return { ...newDraft([]), ...Object.fromEntries(members.map(name => [name, trigger[name]])) }
}

/** Content of a new trigger. Its webhook is a POST, since a GET, the default of the API, has no body. */
export function newDraft(filter: readonly Condition[], name = ''): TriggerContent {
  return { ...triggerDefaults, name, filter: [...filter], send_webhook_method: 'POST' }
}

/**
 * The members that a form has changed. A PATCH with only these keeps what other users have changed meanwhile.
 */
export function changesOf(before: TriggerContent, draft: TriggerContent): TriggerPatch {
  return Object.fromEntries(
    members.filter(name => !isSame(before[name], draft[name])).map(name => [name, draft[name]]),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
