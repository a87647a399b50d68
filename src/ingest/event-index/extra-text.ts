import { scalarText } from '../fields/json.ts'

/**
 * The member of that name, else the one at the dotted path; '' for anything but a text, number or boolean.
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
