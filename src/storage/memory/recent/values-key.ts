import type { Value } from '../../contract/field.ts'

/**
 * A key, for maps, of the values that a row has in some fields. The value of a single field is its own key,
 * since a key is made for each row.
 */
export function valuesKey(values: readonly Value[]): string {
  const [only = ''] = values
  return values.length <= 1 ? String(only) : JSON.stringify(values)
}
