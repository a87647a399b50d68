import { decimalNumber } from '../../filter/predicate/values.ts'
import { quoteRegex } from '../../filter/regex/quote-regex.ts'
import { hasWildcard } from '../../filter/words/wildcard.ts'
import { findRuleField, parseCode, type RuleField } from '../../ingest/rules/field.ts'
import { readConditions } from '../../ingest/rules/read-condition.ts'
import { RuleFaults } from '../../ingest/rules/rule-faults.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import type { RuleCondition } from '../../schema/intake/rule.ts'

/** A part of a configuration that is not supported, and so refused or ignored: where it is, and why. */
export interface Unsupported {
  /** Path of the member: `forwarders[0].match[1].op`. */
  place: string
  message: string
}

/** Conditions of a filter, converted from conditions of rules; or why they cannot be converted. */
export type ConvertedConditions = { filter: Condition[] } | { unsupported: Unsupported[] }

/**
 * Converts conditions of rules to conditions of a filter that matches the same events. `match`: one condition
 * or a list; undefined or null: every event matches. `place`: its path in the configuration.
 */
export function filterOfConditions(match: unknown, place: string): ConvertedConditions {
  if (match === undefined || match === null) return { filter: [] }
  const faults = new RuleFaults()
  const conditions = readConditions(match, place, faults)
  if (faults.all.length > 0)
    return { unsupported: faults.all.map(({ member, message }) => ({ place: member, message })) }
  const unsupported: Unsupported[] = []
  const filter = conditions.flatMap((condition, i) => {
    const converted = convert(condition)
    if (typeof converted !== 'string') return [converted]
    unsupported.push({ place: Array.isArray(match) ? `${place}[${i}]` : place, message: converted })
    return []
  })
  return unsupported.length > 0 ? { unsupported } : { filter }
}

/** A valid condition of a rule as a condition of a filter; a text: why there is no such condition. */
function convert({ field: name, op = 'eq', values }: RuleCondition): Condition | string {
  const field = findRuleField(name)
  if (field === undefined || field.kind === 'extra')
    return `${name}: filters have no fields of data that is not kept with the event`
  const matching = (expressions: readonly string[], isNegated: boolean): Condition => ({
    field: name,
    op: isNegated ? '!~' : '=~',
    value: oneOrList(expressions),
    ignore_case: false,
  })
  switch (op) {
    case 'eq':
    case 'ne':
      // In rules, the message contains the value; in filters, it contains its words.
      if (field.kind === 'message') return matching(values.map(expressionOf), op === 'ne')
      if (isCoded(field)) return { field: name, op, value: oneOrList(codesOf(field, values)) }
      return { field: name, op, value: oneOrList(values), ignore_case: false }
    case '=~':
    case '!~':
      return isCoded(field) ? noSuchOperator(op, name) : matching(values, op === '!~')
    case '=*':
    case '!*':
      return isCoded(field) ? noSuchOperator(op, name) : matching(values.map(quoteRegex), op === '!*')
    default: {
      const numbers = isCoded(field) ? codesOf(field, values) : values.map(decimalNumber)
      const [bound, ...others] = numbers
      if (others.length > 0) return `${op}: a condition of a filter compares with one value`
      if (bound === undefined || (!isCoded(field) && field.kind !== 'tag')) return noSuchOperator(op, name)
      return { field: name, op, value: bound }
    }
  }
}

type CodedField = Extract<RuleField, { kind: 'severity' | 'facility' | 'status' }>

function isCoded(field: RuleField): field is CodedField {
  return field.kind === 'severity' || field.kind === 'facility' || field.kind === 'status'
}

function codesOf({ kind }: CodedField, values: readonly string[]): number[] {
  return values.map(value => parseCode(kind, value) ?? -1)
}

function noSuchOperator(op: string, field: string): string {
  return `filters have no operator ${op} for ${field}`
}

/** An expression for messages that contain a value, in which * and ? are wildcards; '': empty messages. */
function expressionOf(value: string): string {
  if (value === '') return '^$'
  if (!hasWildcard(value)) return quoteRegex(value)
  return value.replace(/[*?]|[^*?]+/g, part => wildcardExpressions.get(part) ?? quoteRegex(part))
}

const wildcardExpressions: ReadonlyMap<string, string> = new Map([
  ['*', '.*'],
  ['?', '.'],
])

function oneOrList<Value>(values: readonly Value[]): Value | Value[] {
  const [first, ...others] = values
  return first === undefined || others.length > 0 ? [...values] : first
}
