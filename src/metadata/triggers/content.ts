// The content of a trigger: its members with defaults, its form in files, and its text for searches.

import { conditionsIn, mapConditions } from '../../schema/filter/condition.ts'
import { type ActionKind, actionKinds } from '../../schema/triggers/action-kinds.ts'
import {
  actionFlags,
  sharedMembers,
  type TriggerContent,
  type TriggerDraft,
  type TriggerExport,
  triggerDefaults,
} from '../../schema/triggers/trigger.ts'
import { nameKey } from '../database/tables.ts'

/** All members of a trigger: absent members have their defaults, unknown members are left out. */
export function fullContent(given: TriggerDraft): TriggerContent {
  const knownMembers = Object.entries(given).filter(
    ([name]) => Object.hasOwn(triggerDefaults, name) || name === 'name' || name === 'filter',
  )
  // Each member is the default, or the given one of the same name.
  return {
    name: given.name,
    filter: given.filter,
    ...triggerDefaults,
    ...Object.fromEntries(knownMembers),
  } as TriggerContent
}

/**
 * The form in which a trigger is stored and exported. It has all members of the public interface, which other
 * products of that interface read, and members of Millrace alone unless they have their default. Unknown
 * members of a file stay.
 */
export function exportable(given: TriggerExport): TriggerExport {
  const full = fullContent(given)
  const isOurs = (name: string) => !sharedMembers.includes(name) && Object.hasOwn(triggerDefaults, name)
  const members = Object.entries({ ...full, ...given }).filter(
    ([name, value]) => !(isOurs(name) && isDefault(name, value)),
  )
  // `name` and `filter` are given, and never left out.
  return Object.fromEntries(members) as TriggerExport
}

function isDefault(name: string, value: unknown): boolean {
  const defaults: Readonly<Record<string, unknown>> = triggerDefaults
  return JSON.stringify(value) === JSON.stringify(defaults[name])
}

/** The kinds of action that are on, as the column `actions` has them. */
export function actionBits(content: TriggerContent): number {
  return bitsOf(actionKinds.filter(kind => content[actionFlags[kind]]))
}

/** The bits of these kinds of action in the column `actions`. */
export function bitsOf(kinds: readonly ActionKind[]): number {
  let bits = 0
  for (const kind of kinds) bits |= bitOf(kind)
  return bits
}

/** The bit of a kind of action in the column `actions`. */
export function bitOf(kind: ActionKind): number {
  return 1 << actionKinds.indexOf(kind)
}

/** The text that the search in lists matches: names, conditions, notes, scripts, addresses. */
export function searchedText(content: TriggerContent): string {
  const { script_path, send_webhook_url, send_email_to } = content
  return nameKey([...shownTexts(content), script_path, send_webhook_url, ...send_email_to].join('\n'))
}

/**
 * As `searchedText`, without action targets. They are hidden from users who may not use triggers, and a
 * search would reveal them.
 */
export function searchedTextWithoutTargets(content: TriggerContent): string {
  return nameKey(shownTexts(content).join('\n'))
}

function shownTexts({ name, filter, note_text }: TriggerContent): string[] {
  const conditions = conditionsIn(filter).flatMap(({ field, value }) => [field, value].flat().map(String))
  return [name, ...conditions, note_text]
}

/**
 * Whether two filters have the same conditions. Members with their default may be absent, and one value may
 * stand without a list, as in old files.
 */
export function isSameFilter(one: TriggerContent['filter'], other: TriggerContent['filter']): boolean {
  return canonical(one) === canonical(other)
}

/** A filter in its full form, as text. */
function canonical(filter: TriggerContent['filter']): string {
  const conditions = mapConditions(filter, ({ field, op = 'eq', value, ignore_case = true }) => ({
    field,
    op,
    value: [value].flat().map(String),
    ignore_case,
  }))
  return JSON.stringify(conditions)
}
