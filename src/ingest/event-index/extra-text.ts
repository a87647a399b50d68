import { scalarText } from '../fields/json.ts'

/**
 * Text of a member of `extra`: of the member named `path`, otherwise of the one at the dotted path. '' unless
 * it is a text, number or boolean.
 */
export function extraText(extra: Record<string, unknown>, path: string, steps: readonly string[]): string {
  if (Object.hasOwn(extra, path)) return scalarText(extra[path])
  let value: unknown = extra
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    // Object.hasOwn succeeded: an array by index, or an object by name.
    value = (value as Record<string, unknown>)[step]
  }
  return scalarText(value)
}
