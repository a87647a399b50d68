import { type CodedField, codeNames, parseCodeName } from '../../filter/predicate/severity-words.ts'
import { tagValue } from '../../filter/predicate/tag-value.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { extraText } from '../event-index/extra-text.ts'

/** Where an event has a field's value. */
export type RuleField =
  | { kind: 'message' | 'host' | 'program' | 'mnemonic' }
  | { kind: 'severity' | 'facility' | 'status' }
  /** A tag: the first of these names that the event has. */
  | { kind: 'tag'; names: readonly string[] }
  | { kind: 'extra'; path: string; steps: readonly string[] }

/** Fields that events get only after the rules. A tag of such a name can be read as `ut_counter`. */
const unavailableFields = new Set(['first_occurrence', 'last_occurrence', 'counter', 'type', 'id'])

const byName: ReadonlyMap<string, RuleField> = new Map<string, RuleField>([
  ['message', { kind: 'message' }],
  ['host', { kind: 'host' }],
  ['program', { kind: 'program' }],
  ['cisco_mnemonic', { kind: 'mnemonic' }],
  ['severity', { kind: 'severity' }],
  ['facility', { kind: 'facility' }],
  ['status', { kind: 'status' }],
])

/** `${extra:path}` */
const extraField = /^\$\{extra:([^{}]+)\}$/

/** The field of a name; undefined if rules cannot read it. Other names are tags, also written `ut_name`. */
export function findRuleField(name: string): RuleField | undefined {
  const field = byName.get(name)
  if (field !== undefined) return field
  const path = extraField.exec(name)?.[1]
  if (path !== undefined) return { kind: 'extra', path, steps: path.split('.') }
  if (name === '' || name.startsWith('${') || unavailableFields.has(name)) return undefined
  // `ut_name` is the tag `ut_name`, otherwise the tag `name`.
  const bare = name.startsWith('ut_') ? name.slice(3) : ''
  return { kind: 'tag', names: bare === '' ? [name] : [name, bare] }
}

/** The value of a field as text: '' for none, the code for fields with codes (severity, facility, status). */
export function fieldText(field: RuleField, event: ParsedEvent): string {
  switch (field.kind) {
    case 'message':
      return event.message
    case 'host':
      return event.host
    case 'program':
      return event.program
    case 'mnemonic':
      return event.mnemonic
    case 'severity':
      return String(event.severity)
    case 'facility':
      return String(event.facility)
    case 'status':
      return String(event.status)
    case 'tag':
      return tagValue(event.tags, field.names)
    case 'extra':
      return extraText(event.extra, field.path, field.steps)
  }
}

/** Names of statuses that exist only in rule files. */
const statusAliases: Readonly<Record<string, number>> = { 'NON-ACTIONABLE': 2, NONACTIONABLE: 2 }

/** Reads a code: a number in range, a name in any case, or a word that programs use; otherwise undefined. */
export function parseCode(field: CodedField, text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) < codeNames[field].length ? Number(text) : undefined
  const name = text.trim()
  return parseCodeName(field, name) ?? (field === 'status' ? statusAliases[name.toUpperCase()] : undefined)
}

/** The valid values of a field with codes, as the end of a sentence. */
export function expectedCodes(field: CodedField): string {
  const names: readonly string[] = codeNames[field]
  return `a number from 0 to ${names.length - 1} or a name such as ${names[1]}`
}
