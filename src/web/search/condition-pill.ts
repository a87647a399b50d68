import type { InlineCondition } from '../../filter/inline-conditions.ts'
import { parseFacility, parseSeverity } from '../../filter/severity-words.ts'
import { codeNames, eventFields, type FieldKind } from './event-fields.ts'
import type { Pill } from './pill.ts'

type Kind = FieldKind | 'tag'

/** Other names that people type for fields. */
const aliases: Readonly<Record<string, string>> = { mnemonic: 'cisco_mnemonic', count: 'counter' }

/** Words that filters take for codes, beside the names. */
const codeWords: Readonly<Record<string, (value: string) => number>> = {
  severity: parseSeverity,
  facility: parseFacility,
}
const decimal = /^-?\d+(\.\d+)?$/

/** The field that a typed name means, in any case; undefined when it is none. A tag of such a name is reached as `ut_<name>`. */
function fieldNamed(name: string): string | undefined {
  const lower = name.toLowerCase()
  const field = aliases[lower] ?? lower
  return eventFields.has(field) ? field : undefined
}

export function isEventField(name: string): boolean {
  return fieldNamed(name) !== undefined
}

/** What a typed condition would be as a filter, or why it cannot be one (a sentence without its full stop). */
export type PillResult = { pill: Pill; fault?: undefined } | { pill?: undefined; fault: string }

/** A condition on a field of events; undefined when its name is not one of theirs. */
export function fieldPill(condition: InlineCondition): PillResult | undefined {
  const field = fieldNamed(condition.name)
  const kind = eventFields.get(field ?? '')
  return field && kind ? toPill(field, kind, condition) : undefined
}

/** The same as a condition on the tag of that name: `ut_` before a name that is also a field's. */
export function tagPill(condition: InlineCondition): PillResult {
  const { name } = condition
  return toPill(isEventField(name) ? `ut_${name}` : name, 'tag', condition)
}

function toPill(field: string, kind: Kind, { op, values }: InlineCondition): PillResult {
  const isOrder = op === 'lt' || op === 'le' || op === 'gt' || op === 'ge'
  const isExpression = op === '=~' || op === '!~'
  if (isOrder && kind === 'text') return { fault: 'this field has no order, only = and !=' }
  if (isExpression && (kind === 'code' || kind === 'number'))
    return { fault: 'expressions are for texts, this field is a number' }
  if (isOrder && values.length > 1)
    return { fault: `${op === 'lt' || op === 'le' ? '<' : '>'} takes one value` }
  const read = values.map(value => parseValue(field, kind, isOrder, value))
  const fault = read.find(value => typeof value === 'object')?.fault
  if (fault !== undefined) return { fault }
  return { pill: { field, op, values: [...new Set(read.map(String))], off: false } }
}

function parseValue(field: string, kind: Kind, isOrder: boolean, value: string): string | { fault: string } {
  if (kind === 'code') return parseCode(field, value)
  if (kind === 'number' || isOrder)
    return decimal.test(value) ? value : { fault: 'a number is expected here' }
  // Stored without the percent sign that messages have before it.
  return field === 'cisco_mnemonic' ? value.replace(/^%/, '') : value
}

function parseCode(field: string, value: string): string | { fault: string } {
  const names = codeNames[field] ?? []
  const word = value.toUpperCase().replaceAll('-', '_')
  const named = /^\d{1,3}$/.test(value) ? Number(value) : names.indexOf(word)
  const code = named >= 0 ? named : (codeWords[field]?.(value) ?? -1)
  if (code >= 0 && code < names.length) return String(code)
  const known = names.map(name => name.toLowerCase())
  const listed = known.length <= 3 ? known.join(', ') : `${known[0]} to ${known.at(-1)}`
  return { fault: `${field} is ${listed} (0 to ${names.length - 1})` }
}

/** The condition that holds exactly when this one does not; undefined where no operator says that. */
export function negatePill(pill: Pill, isTag: boolean): Pill | undefined {
  const op = negatedOperators[pill.op]
  // An event without the tag meets neither `tag > 3` nor `tag <= 3`.
  if (op === undefined || (isTag && ['lt', 'le', 'gt', 'ge'].includes(pill.op))) return undefined
  return { ...pill, op }
}

const negatedOperators: Partial<Record<Pill['op'], Pill['op']>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
  '=~': '!~',
  '!~': '=~',
}
