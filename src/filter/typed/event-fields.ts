import { codeNames as namesByField } from '../predicate/severity-words.ts'

/** Kind of a field's values: texts, codes with names, or numbers. */
export type FieldKind = 'text' | 'code' | 'number'

/** Fields of every event, by the name that filters use. Any other name is a tag. */
export const eventFields: ReadonlyMap<string, FieldKind> = new Map([
  ['host', 'text'],
  ['program', 'text'],
  ['severity', 'code'],
  ['facility', 'code'],
  ['cisco_mnemonic', 'text'],
  ['message', 'text'],
  ['status', 'code'],
  ['type', 'text'],
  ['counter', 'number'],
  ['first_occurrence', 'number'],
  ['last_occurrence', 'number'],
])

/** Names of codes, by field; the index is the code. */
export const codeNames: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries(namesByField),
)

/** Whether conditions on the field compare numbers. Codes are numbers. */
export function isNumeric(field: string): boolean {
  const kind = eventFields.get(field)
  return kind === 'code' || kind === 'number'
}
