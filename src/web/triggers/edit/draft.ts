import type { FilterPart } from '../../../schema/filter/condition.ts'
import { type Trigger, type TriggerContent, triggerDefaults } from '../../../schema/triggers/trigger.ts'

/** The members of a trigger that the form edits. The cast holds: `triggerDefaults` has all other members. */
const members = ['name', 'filter', ...Object.keys(triggerDefaults)] as (keyof TriggerContent)[]

/** Initial content of the form for an existing trigger. */
export function draftOf(trigger: Trigger): TriggerContent {
  // The cast holds: `members` names each member of the content.
  return Object.fromEntries(members.map(name => [name, trigger[name]])) as TriggerContent
}

/** Initial content of the form for a new trigger. Unlike the API's default, webhooks are POST requests. */
export function newDraft(filter: readonly FilterPart[], name = ''): TriggerContent {
  return { ...triggerDefaults, name, filter: [...filter], send_webhook_method: 'POST' }
}
