import { type Filter, FilterParser } from 'ldapts'

/** What a placeholder of a filter stands for. */
export type FilterValues = Readonly<Record<string, string>>

const placeholder = /\{(\w+)\}/g

/** A value as it is written in a filter (RFC 4515): no character of it has a meaning there. */
export function escapeFilterValue(value: string): string {
  return value.replace(/[\\*()\0]/g, char => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The filter with `{name}` replaced by the escaped value of that name. */
export function fillFilter(template: string, values: FilterValues): Filter {
  const text = template.replace(placeholder, (_, name: string) => escapeFilterValue(values[name] ?? ''))
  return FilterParser.parseString(text)
}

/** Why a filter cannot be used; undefined: it can. `needed`: one of them must be in it. */
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
  // Those of values are escaped. The parser takes a list that does not end.
  const count = (bracket: string) => template.split(bracket).length
  if (count('(') !== count(')')) return 'is no filter of RFC 4515: brackets do not match'
  try {
    fillFilter(template, Object.fromEntries(known.map(name => [name, 'x'])))
    return undefined
  } catch (error) {
    return `is no filter of RFC 4515: ${error instanceof Error ? error.message : String(error)}`
  }
}
