import type { Operator } from '../../schema/filter/operator.ts'
import { parseFacility, parseSeverity } from '../predicate/severity-words.ts'
import { decimalNumber } from '../predicate/values.ts'
import { codeNames, eventFields, type FieldKind } from './event-fields.ts'
import type { InlineCondition } from './inline-conditions.ts'
import type { ConditionPill } from './pill.ts'

type Kind = FieldKind | 'tag'

/** Short names of fields. Names of other products are in other-names.ts. */
const aliases: Readonly<Record<string, string>> = { mnemonic: 'cisco_mnemonic', count: 'counter' }

/** Parsers of code names such as `err` and `warn`. */
const codeWords: ReadonlyMap<string, (value: string) => number> = new Map([
  ['severity', parseSeverity],
  ['facility', parseFacility],
])

/**
 * The event field that a typed name (in any case) stands for; undefined for other names. `ut_<name>` stands
 * for a tag with the name of a field.
 */
export function fieldNamed(name: string): string | undefined {
  const lower = name.toLowerCase()
  const field = aliases[lower] ?? lower
  return eventFields.has(field) ? field : undefined
}

export function isEventField(name: string): boolean {
  return fieldNamed(name) !== undefined
}

/** A typed condition as a filter of the page, or the reason why it cannot be one (without a full stop). */
export type PillResult = { pill: ConditionPill; fault?: undefined } | { pill?: undefined; fault: string }

/** Parses a condition on an event field; undefined if its name is no field. */
export function fieldPill(condition: InlineCondition): PillResult | undefined {
  const field = fieldNamed(condition.name)
  const kind = eventFields.get(field ?? '')
  return field && kind ? toPill(field, kind, condition) : undefined
}

/** Parses a condition on a tag. A tag with the name of a field gets `ut_`. */
export function tagPill(condition: InlineCondition): PillResult {
  const { name } = condition
  return toPill(isEventField(name) ? `ut_${name}` : name, 'tag', condition)
}

function toPill(field: string, kind: Kind, condition: InlineCondition): PillResult {
  const { isWholeValue = false, isExistence = false } = condition
  if (isExistence && kind !== 'tag') return existencePill(field, kind)
  // In a message, an expression is about a part of it.
  const isAnchored = isWholeValue && field !== 'message'
  const { op, values } = kind === 'code' ? namesOfExpression(condition) : condition
  const isExpression = op === '=~' || op === '!~'
  if (isOrder(op) && kind === 'text') return { fault: 'this field has no order, only = and !=' }
  if (isExpression && (kind === 'code' || kind === 'number'))
    return { fault: 'expressions are for texts, this field is a number' }
  if (isOrder(op) && values.length > 1)
    return { fault: `${op === 'lt' || op === 'le' ? '<' : '>'} takes one value` }
  const whole = isAnchored && isExpression ? values.map(value => `^(?:${value})$`) : values
  const parsed = whole.map(value => parseValue(field, kind, isOrder(op), value))
  const fault = parsed.find(value => typeof value === 'object')?.fault
  if (fault !== undefined) return { fault }
  return { pill: { field, op, values: [...new Set(parsed.map(String))], off: false } }
}

/** The condition that a field has a value. Codes and numbers always have one. */
function existencePill(field: string, kind: FieldKind): PillResult {
  if (kind !== 'text') return { fault: `every event has a ${field}` }
  return { pill: { field, op: 'ne', values: [''], off: false } }
}

/** Whether the operator compares by order, as `<` does. */
export function isOrder(op: string): boolean {
  return op === 'lt' || op === 'le' || op === 'gt' || op === 'ge'
}

/** Turns an expression of names, as in `level=~"error|fatal"`, into a list of values; others unchanged. */
function namesOfExpression({ op, values }: InlineCondition): Pick<InlineCondition, 'op' | 'values'> {
  const [expression = ''] = values
  const names = /^[\w-]+(?:\|[\w-]+)*$/.test(expression) ? expression.split('|') : undefined
  if (names === undefined || (op !== '=~' && op !== '!~')) return { op, values }
  return { op: op === '=~' ? 'eq' : 'ne', values: names }
}

function parseValue(
  field: string,
  kind: Kind,
  isComparison: boolean,
  value: string,
): string | { fault: string } {
  if (kind === 'code') return parseCode(field, value)
  if (kind === 'number' || isComparison)
    return decimalNumber(value) !== undefined ? value : { fault: 'a number is expected here' }
  // Mnemonics are stored without the percent sign.
  return field === 'cisco_mnemonic' ? value.replace(/^%/, '') : value
}

function parseCode(field: string, value: string): string | { fault: string } {
  const names = codeNames.get(field) ?? []
  const word = value.toUpperCase().replaceAll('-', '_')
  const plainCode = /^\d{1,3}$/.test(value) ? Number(value) : names.indexOf(word)
  const code = plainCode >= 0 ? plainCode : (codeWords.get(field)?.(value) ?? -1)
  if (code >= 0 && code < names.length) return String(code)
  const lowerNames = names.map(name => name.toLowerCase())
  const listed = lowerNames.length <= 3 ? lowerNames.join(', ') : `${lowerNames[0]} to ${lowerNames.at(-1)}`
  return { fault: `${field} is ${listed} (0 to ${names.length - 1})` }
}

/** The negated condition; undefined when no operator expresses it. */
export function negatePill(pill: ConditionPill, isTag: boolean): ConditionPill | undefined {
  const op = negatedOperators[pill.op]
  // An event without the tag matches neither `tag > 3` nor `tag <= 3`.
  if (op === undefined || (isTag && ['lt', 'le', 'gt', 'ge'].includes(pill.op))) return undefined
  return { ...pill, op }
}

const negatedOperators: Partial<Record<Operator, Operator>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
  '=~': '!~',
  '!~': '=~',
  '|>': '!>',
  '!>': '|>',
}
