import { trimSpace } from '../syntax/go-values.ts'

/** Whether LogQL can write the name. */
export function isLabelName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

/** Label name for a key of a line: other characters become `_`, which also precedes a leading digit. */
export function sanitizedKey(key: string): string {
  const trimmed = trimSpace(key)
  const prefixed = /^[0-9]/.test(trimmed) ? `_${trimmed}` : trimmed
  return prefixed.replace(/[^A-Za-z0-9_]/gu, '_')
}

/** Label name for a key in an object; `prefix`: name for the object, or ''. */
export function nestedKey(prefix: string, key: string): string {
  const trimmed = trimSpace(key)
  if (prefix === '') return sanitizedKey(trimmed)
  return trimmed === '' ? prefix : `${prefix}_${trimmed.replace(/[^A-Za-z0-9_]/gu, '_')}`
}

/** Replaces U+FFFD by spaces, as Loki does, since Prometheus refuses it in values. */
export function withoutReplacements(value: string): string {
  return value.replaceAll('\ufffd', ' ')
}
