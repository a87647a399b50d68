import { type Filter, FilterParser } from 'ldapts'
import { thrownText } from '../../../schema/thrown-text.ts'

/**
 * Values for the placeholders of a filter template. The settings have the templates, such as `(uid={name})`.
 */
export type FilterValues = Readonly<Record<string, string>>

const placeholder = /\{(\w+)\}/g

/** A value escaped for a filter (RFC 4515), so that no character has a special meaning. */
export function escapeFilterValue(value: string): string {
  return value.replace(/[\\*()\0]/g, char => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The filter with `{name}` replaced by the escaped value of that name. */
export function fillFilter(template: string, values: FilterValues): Filter {
  const text = template.replace(placeholder, (_, name: string) => escapeFilterValue(values[name] ?? ''))
  return FilterParser.parseString(text)
}

/**
 * Why a filter template is unusable; undefined: it is usable. `known`: the placeholders that it may contain.
 * `needed`: it must contain one of these.
 */
export function filterFault(
  template: string,
  known: readonly string[],
  needed: readonly string[],
): string | undefined {
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name)
  const listed = (all: readonly string[]) => all.map(name => `{${name}}`).join(' or ')
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) return `must not have {${unknown}}, only ${listed(known)}`
  if (!needed.some(name => names.includes(name))) return `must have ${listed(needed)}`
  // Brackets within values are escaped as hex, so the others must match. The parser accepts an open list.
  const count = (bracket: string) => template.split(bracket).length
  if (count('(') !== count(')')) return 'is no filter of RFC 4515: brackets do not match'
  try {
    fillFilter(template, Object.fromEntries(known.map(name => [name, 'x'])))
    return undefined
  } catch (error) {
    return `is no filter of RFC 4515: ${thrownText(error)}`
  }
}
