import type { Value } from '../../contract/field.ts'

/** A text that differs for different values. It is made for each row, so a single value is used unchanged. */
export function valuesKey(values: readonly Value[]): string {
  const [only = ''] = values
  return values.length <= 1 ? String(only) : JSON.stringify(values)
}
