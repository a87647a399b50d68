import { trimSpace } from '../syntax/go-values.ts'

/** Whether LogQL can write the name. */
export function isLabelName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

/** The name of the label for a key of a line: `_` for other characters, and before a digit. */
export function sanitizedKey(key: string): string {
  const trimmed = trimSpace(key)
  const begun = /^[0-9]/.test(trimmed) ? `_${trimmed}` : trimmed
  return begun.replace(/[^A-Za-z0-9_]/gu, '_')
}

/** The name for a key within objects; `prefix` is the name for the object, which may be empty. */
export function nestedKey(prefix: string, key: string): string {
  const trimmed = trimSpace(key)
  if (prefix === '') return sanitizedKey(trimmed)
  return trimmed === '' ? prefix : `${prefix}_${trimmed.replace(/[^A-Za-z0-9_]/gu, '_')}`
}

/** Prometheus refuses U+FFFD in values; Loki writes spaces. */
export function withoutReplacements(value: string): string {
  return value.replaceAll('\ufffd', ' ')
}
