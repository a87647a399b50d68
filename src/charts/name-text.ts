import { facilities, severities, statuses } from '../schema/event/event.ts'
import { printable } from './printable.ts'
import { chartTexts } from './texts.ts'

/** Names of codes by field; the index is the code. */
const codes: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['severity', severities],
  ['facility', facilities],
  ['status', statuses],
])

/** Display text of a value: `Error` for severity 3, `(empty)` for '', escapes for control characters. */
export function nameText(field: string, name: string | number): string {
  if (name === '') return chartTexts.empty
  const known = codes.get(field)?.[Number(name)]
  return known === undefined ? printable(String(name)) : titled(known)
}

/** A Map, since a tag may be called `constructor`. */
const titles: ReadonlyMap<string, string> = new Map(Object.entries(chartTexts.fields))

/** Display name of a field. A tag is shown without `ut_`, unless a field has the same name. */
export function fieldText(field: string): string {
  const tag = field.replace(/^ut_/, '')
  return titles.get(field) ?? printable(titles.has(tag) || tag === '' ? field : tag)
}

/** NON_ACTIONABLE becomes Non-actionable. */
function titled(name: string): string {
  const words = name.toLowerCase().replaceAll('_', '-')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
