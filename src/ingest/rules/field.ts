import { parseFacility, parseSeverity } from '../../filter/severity-words.ts'
import { facilities, type ParsedEvent, severities, statuses } from '../../schema/event.ts'

/** Where the value of a condition's field is. */
export type RuleField =
  | { kind: 'message' | 'host' | 'program' | 'mnemonic' }
  | { kind: 'severity' | 'facility' | 'status' }
  /** The first of these names that the event has. */
  | { kind: 'tag'; names: readonly string[] }
  | { kind: 'extra'; path: string; steps: readonly string[] }

/** Fields that are no tags and that no rule can look at: they come to be behind the rules. */
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

const extraField = /^\$\{extra:([^{}]+)\}$/

/** The field of that name; undefined when rules cannot look at it. Any name that is no field's is a tag's, also as `ut_name`. */
export function findRuleField(name: string): RuleField | undefined {
  const field = byName.get(name)
  if (field !== undefined) return field
  const path = extraField.exec(name)?.[1]
  if (path !== undefined) return { kind: 'extra', path, steps: path.split('.') }
  if (name === '' || name.startsWith('${') || unavailableFields.has(name)) return undefined
  const bare = name.startsWith('ut_') ? name.slice(3) : ''
  return { kind: 'tag', names: bare === '' ? [name] : [name, bare] }
}

/** The value as text, '' when there is none. Numbered fields as their number. */
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
      return tagText(event.tags, field.names)
    case 'extra':
      return extraText(event.extra, field.path, field.steps)
  }
}

function tagText(tags: Record<string, string>, names: readonly string[]): string {
  for (const name of names) {
    // Own members only: a tag may be called `constructor`.
    const value = Object.hasOwn(tags, name) ? tags[name] : undefined
    if (value) return value
  }
  return ''
}

/** The member of that very name, else the one that the steps between dots lead to; what is no text, number or boolean is ''. */
export function extraText(extra: Record<string, unknown>, path: string, steps: readonly string[]): string {
  if (Object.hasOwn(extra, path)) return scalarText(extra[path])
  let value: unknown = extra
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    // An object has it: a member of an array by its number, or of an object by its name.
    value = (value as Record<string, unknown>)[step]
  }
  return scalarText(value)
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const names = { severity: severities, facility: facilities, status: statuses } as const
export type NumberedKind = keyof typeof names

/** What the names of statuses are called in files of rules. */
const statusAliases: Readonly<Record<string, number>> = { 'NON-ACTIONABLE': 2, NONACTIONABLE: 2 }

/** Words that programs and syslog itself have for severities and facilities, such as `warn` and `authpriv`; -1: none of them. */
const words = { severity: parseSeverity, facility: parseFacility } as const

/** The number that a text names: itself within its range, a name of the field in any case, or a word that programs have for it. */
export function parseNumbered(kind: NumberedKind, text: string): number | undefined {
  const known: readonly string[] = names[kind]
  if (/^\d{1,2}$/.test(text)) return Number(text) < known.length ? Number(text) : undefined
  const name = text.trim().toUpperCase()
  const at = known.indexOf(name)
  if (at >= 0) return at
  if (kind === 'status') return statusAliases[name]
  const code = words[kind](name)
  return code >= 0 ? code : undefined
}

/** What is expected of a value of such a field. */
export function expectedNumbered(kind: NumberedKind): string {
  const known: readonly string[] = names[kind]
  return `a number from 0 to ${known.length - 1} or a name such as ${known[1]}`
}
