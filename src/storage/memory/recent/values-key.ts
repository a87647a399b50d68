import type { Value } from '../../contract/field.ts'

/** A key of values. A single value is used as it is, since the key is made for each row. */
export function valuesKey(values: readonly Value[]): string {
  const [only = ''] = values
  return values.length <= 1 ? String(only) : JSON.stringify(values)
}
