import type { Value } from '../store.ts'

/** A text that is different for different values. It is made for each row, so that a single value is its own. */
export function valuesKey(values: readonly Value[]): string {
  const [only = ''] = values
  return values.length <= 1 ? String(only) : JSON.stringify(values)
}
