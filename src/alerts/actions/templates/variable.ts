/** Variables in the templates of actions, such as `{{event:host}}` (docs/triggers-actions.md). */

import { findClosestName } from '../../../schema/text/closest-name.ts'
import { TemplateError } from './template-error.ts'

/**
 * Members of the event, named as in its record (schema/event/event-record.ts). `snareid` is really a user
 * tag: it is here so that older templates keep working.
 */
const eventVariables = [
  'id',
  'host',
  'program',
  'message',
  'cisco_mnemonic',
  'snareid',
  'counter',
  'severity',
  'severity_name',
  'facility',
  'facility_name',
  'status',
  'status_name',
  'first_occurrence',
  'last_occurrence',
  'first_occurrence_date',
  'last_occurrence_date',
] as const
type EventVariable = (typeof eventVariables)[number]

/** A variable of a template. */
export type Variable =
  | { kind: 'event'; field: EventVariable }
  /** `{{event:ut:<tag>}}`: a user tag; '' if the event lacks it. */
  | { kind: 'tag'; tag: string }
  /**
   * `{{regexp:message:<name>:<n>}}`: group n (0: the whole match) of the regular expression in the template's
   * line `Match-Message-<name>`. `name` is in lower case.
   */
  | { kind: 'capture'; name: string; group: number }
  | { kind: 'trigger'; field: 'id' | 'name' }
  /** The number of matches that the action reports. */
  | { kind: 'matches'; field: 'count' }

/** Variables with a fixed name. The others contain the name of a tag or of a regular expression. */
const fixedVariables = new Map<string, Variable>([
  ['trigger:id', { kind: 'trigger', field: 'id' }],
  ['trigger:name', { kind: 'trigger', field: 'name' }],
  ['matches:count', { kind: 'matches', field: 'count' }],
])
for (const field of eventVariables) fixedVariables.set(`event:${field}`, { kind: 'event', field })

const numberVariables: ReadonlySet<EventVariable> = new Set([
  'id',
  'counter',
  'severity',
  'facility',
  'status',
  'first_occurrence',
  'last_occurrence',
])

/** Whether the values of a variable are always numbers. */
export function isNumeric(variable: Variable): boolean {
  switch (variable.kind) {
    case 'event':
      return numberVariables.has(variable.field)
    case 'trigger':
      return variable.field === 'id'
    case 'matches':
      return true
    default:
      return false
  }
}

const capturePattern = /^regexp:message:([A-Za-z0-9_-]{1,64}):(\d{1,2})$/

/** Parses the text between the double braces. Throws a TemplateError. */
export function parseVariable(text: string): Variable {
  const found = fixedVariables.get(text)
  if (found !== undefined) return found
  if (text.startsWith('event:ut:') && text.length > 'event:ut:'.length) {
    return { kind: 'tag', tag: text.slice('event:ut:'.length) }
  }
  const [, name, group] = capturePattern.exec(text) ?? []
  if (name !== undefined) return { kind: 'capture', name: name.toLowerCase(), group: Number(group) }
  const closest = findClosestName(text, [...fixedVariables.keys()])
  const hint = closest === undefined ? '' : ` Did you mean {{${closest}}}?`
  throw new TemplateError(`There is no variable {{${text}}}.${hint}`)
}
