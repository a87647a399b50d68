import type { NumberField, TagRef, TextField } from './predicate.ts'

/** The field or tag that a name in a condition refers to. */
export type FilterField =
  | { kind: 'text'; field: Exclude<TextField, 'message' | TagRef> }
  | { kind: 'message' }
  | { kind: 'number'; field: NumberField }
  | { kind: 'tag'; field: TagRef }

const textFields = ['host', 'program', 'cisco_mnemonic', 'type'] as const
const numberFields: readonly NumberField[] = [
  'severity',
  'facility',
  'status',
  'counter',
  'first_occurrence',
  'last_occurrence',
]
const fields: ReadonlyMap<string, FilterField> = new Map<string, FilterField>([
  ['message', { kind: 'message' }],
  ...textFields.map(field => [field, { kind: 'text', field }] as const),
  ...numberFields.map(field => [field, { kind: 'number', field }] as const),
])

/**
 * Parses the name of a field; any other name is a user tag, case-sensitive. `ut_X` means tag X, or tag `ut_X`
 * if the event has one. Only `ut_` makes a tag with the name of a field accessible.
 */
export function parseFieldName(name: string): FilterField {
  const field = fields.get(name)
  if (field !== undefined) return field
  const bare = name.startsWith('ut_') ? name.slice(3) : ''
  return { kind: 'tag', field: { tag: bare === '' ? [name] : [name, bare] } }
}
