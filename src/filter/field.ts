import type { NumberField, TagRef, TextField } from './predicate.ts'

/** The meaning of a field's name in a condition. */
export type FilterField =
  | { kind: 'text'; field: Exclude<TextField, 'message' | TagRef> }
  | { kind: 'message' }
  | { kind: 'number'; field: NumberField }
  | { kind: 'tag'; field: TagRef }

const fields: ReadonlyMap<string, FilterField> = new Map<string, FilterField>([
  ['host', { kind: 'text', field: 'host' }],
  ['program', { kind: 'text', field: 'program' }],
  ['cisco_mnemonic', { kind: 'text', field: 'cisco_mnemonic' }],
  ['type', { kind: 'text', field: 'type' }],
  ['message', { kind: 'message' }],
  ['severity', { kind: 'number', field: 'severity' }],
  ['facility', { kind: 'number', field: 'facility' }],
  ['status', { kind: 'number', field: 'status' }],
  ['counter', { kind: 'number', field: 'counter' }],
  ['first_occurrence', { kind: 'number', field: 'first_occurrence' }],
  ['last_occurrence', { kind: 'number', field: 'last_occurrence' }],
])

/**
 * Parses the name of a field; every other name is a user tag, case-sensitive. `ut_X` is tag X unless the event has a tag
 * `ut_X`; only so can a condition name a tag that is called like a field.
 */
export function parseFieldName(name: string): FilterField {
  const field = fields.get(name)
  if (field !== undefined) return field
  const bare = name.startsWith('ut_') ? name.slice(3) : ''
  return { kind: 'tag', field: { tag: bare === '' ? [name] : [name, bare] } }
}
