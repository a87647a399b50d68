import { maxNameLength } from '../../schema/name-length.ts'
import { parseJson } from '../api/http/request.ts'

/** Fields that are pinned at the top of the list until the user changes them. */
export const defaultPinned: readonly string[] = ['severity', 'host', 'program', 'cisco_mnemonic']
/** Maximum pinned fields. */
export const maxPinned = 20

/** Reads the preference, a JSON list of names. The default fields if it is empty or invalid. */
export function readPinned(text: string): readonly string[] {
  const value = text === '' ? undefined : parseJson(text)
  if (!Array.isArray(value)) return defaultPinned
  const names = value.filter(name => typeof name === 'string' && name !== '' && name.length <= maxNameLength)
  return [...new Set<string>(names)].slice(0, maxPinned)
}

/** The preference as text: empty for the default. */
export function pinnedText(fields: readonly string[]): string {
  const isDefault =
    fields.length === defaultPinned.length && fields.every((name, i) => name === defaultPinned[i])
  return isDefault ? '' : JSON.stringify(fields)
}

/** The list with the field added at the end, or without it if it is pinned. */
export function togglePinned(fields: readonly string[], field: string): string[] {
  return fields.includes(field) ? fields.filter(name => name !== field) : [...fields, field]
}
