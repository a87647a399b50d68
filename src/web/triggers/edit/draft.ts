import type { Condition } from '../../../schema/filter/condition.ts'
import {
  type Trigger,
  type TriggerContent,
  type TriggerPatch,
  triggerDefaults,
} from '../../../schema/triggers/trigger.ts'

// The type holds because `triggerDefaults` has all other members.
const members = ['name', 'filter', ...Object.keys(triggerDefaults)] as (keyof TriggerContent)[]

/** Initial content of the form for an existing trigger. */
export function draftOf(trigger: Trigger): TriggerContent {
  // `members` names each member of the content.
  return Object.fromEntries(members.map(name => [name, trigger[name]])) as TriggerContent
}

/** Initial content of the form for a new trigger. Unlike the API's default, webhooks are POST requests. */
export function newDraft(filter: readonly Condition[], name = ''): TriggerContent {
  return { ...triggerDefaults, name, filter: [...filter], send_webhook_method: 'POST' }
}

/**
 * The members that the form changes. The others are left out, so that saving keeps what another user has
 * changed in them meanwhile.
 */
export function changesOf(before: TriggerContent, draft: TriggerContent): TriggerPatch {
  return Object.fromEntries(
    members.filter(name => !isSame(before[name], draft[name])).map(name => [name, draft[name]]),
  )
}

/** Whether another user has changed a member that the form changes too, and to another value. */
export function hasConflict(before: TriggerContent, draft: TriggerContent, current: TriggerContent): boolean {
  const changes = changesOf(before, draft)
  return Object.keys(changesOf(before, current)).some(
    name => Object.hasOwn(changes, name) && Object.hasOwn(changesOf(current, draft), name),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
