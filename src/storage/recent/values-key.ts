import type { Value } from '../store.ts'

/** One text for the values of some fields, another one for others: made for each row, so a single value is its own. */
export function valuesKey(values: readonly Value[]): string {
  const [only = ''] = values
  return values.length <= 1 ? String(only) : JSON.stringify(values)
}
