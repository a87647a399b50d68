import { comparisons } from '../../filter/predicate/comparisons.ts'
import type { CodedField } from '../../filter/predicate/severity-words.ts'
import { decimalNumber } from '../../filter/predicate/values.ts'
import type { MatchGroups } from '../../filter/regex/regex-match.ts'
import { hasWildcard, matchesWildcard, simplifyWildcard } from '../../filter/words/wildcard.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import type { RuleCondition, RuleOp } from '../../schema/intake/rule.ts'
import type { IndexKey, Slot } from '../event-index/index-key.ts'
import { isIndexable, longestPart } from '../event-index/literal-index.ts'
import { fieldText, findRuleField, parseCode, type RuleField } from './field.ts'
import { RuleRegex } from './regex/regex.ts'
import type { RuleSteps } from './regex/rule-steps.ts'

/** A compiled condition. */
export interface Condition {
  test(event: ParsedEvent): boolean
  /** Every matching event has one of these keys. Undefined: unknown, so that every event is tested. */
  indexKeys: readonly IndexKey[] | undefined
}

/**
 * A compiled condition whose captures the rule uses. `find` returns the captures of the first
 * expression that matches.
 */
export interface Capture {
  find(event: ParsedEvent): MatchGroups | undefined
  indexKeys: readonly IndexKey[] | undefined
}

/** Compiles a valid condition: its field exists, and its expressions are valid. */
export function compileCondition(
  { field: name, op = 'eq', values }: RuleCondition,
  steps: RuleSteps,
): Condition {
  const field = checkedField(name)
  if (op === '=~' || op === '!~') {
    const regexes = values.map(value => new RuleRegex(value, false, steps))
    const matchesAny = (event: ParsedEvent): boolean => {
      const text = fieldText(field, event)
      return regexes.some(regex => regex.test(text))
    }
    return conditionOf(matchesAny, op === '!~', regexKeys(field, regexes))
  }
  if (op === '=*' || op === '!*') return compileContains(field, values, op === '!*')
  if (isNumbered(field)) return compileNumbered(field.kind, op, values)
  if (op === 'eq' || op === 'ne') {
    return field.kind === 'message'
      ? compileMessageContains(field, values, op === 'ne', steps)
      : compileEqual(field, values, op === 'ne', steps)
  }
  const compare = comparisons[op]
  const bounds = values.map(Number)
  return {
    test: event => {
      const number = decimalNumber(fieldText(field, event))
      return number !== undefined && bounds.some(bound => compare(number, bound))
    },
    indexKeys: presentKeys(field),
  }
}

/** Compiles the condition whose captures the rule uses; see findCaptureCondition. */
export function compileCapture({ field: name, values }: RuleCondition, steps: RuleSteps): Capture {
  const field = checkedField(name)
  const regexes = values.map(value => new RuleRegex(value, false, steps))
  return {
    find(event) {
      const text = fieldText(field, event)
      for (const regex of regexes) {
        const found = regex.exec(text)
        if (found !== undefined) return found
      }
      return undefined
    },
    indexKeys: regexKeys(field, regexes),
  }
}

/** The condition or its negation; a negation has no index keys. */
function conditionOf(
  test: Condition['test'],
  negated: boolean,
  indexKeys: Condition['indexKeys'],
): Condition {
  return negated ? { test: event => !test(event), indexKeys: undefined } : { test, indexKeys }
}

function compileContains(field: RuleField, values: readonly string[], negated: boolean): Condition {
  const holds = (event: ParsedEvent): boolean => {
    const text = fieldText(field, event)
    return values.some(value => text.includes(value))
  }
  // Values of these operators are not empty, so a match needs the field to be present.
  return conditionOf(holds, negated, literalKeys(field, values, false) ?? presentKeys(field))
}

function compileEqual(
  field: RuleField,
  values: readonly string[],
  negated: boolean,
  steps: RuleSteps,
): Condition {
  const spend = (characters: number) => steps.spendRepeated(characters)
  const plain = new Set(values.filter(value => !hasWildcard(value)))
  const patterns = values.filter(hasWildcard).map(simplifyWildcard)
  const holds = (event: ParsedEvent): boolean => {
    const text = fieldText(field, event)
    return plain.has(text) || patterns.some(pattern => matchesWildcard(pattern, text, spend))
  }
  // '' also matches events without the field, which no key finds.
  const plainKeys = plain.has('') ? undefined : equalKeys(field, [...plain])
  const patternKeys = patterns.length === 0 ? [] : literalKeys(field, patterns.map(longestPart), false)
  return conditionOf(holds, negated, plainKeys && patternKeys && [...plainKeys, ...patternKeys])
}

/** `eq` on the message matches any part of it; '' matches only an empty message. */
function compileMessageContains(
  field: RuleField,
  values: readonly string[],
  negated: boolean,
  steps: RuleSteps,
): Condition {
  const spend = (characters: number) => steps.spendRepeated(characters)
  const patterns = values.map(value => (hasWildcard(value) ? simplifyWildcard(`*${value}*`) : undefined))
  const holds = ({ message }: ParsedEvent): boolean =>
    values.some((value, i) => {
      const pattern = patterns[i]
      if (pattern !== undefined) return matchesWildcard(pattern, message, spend)
      return value === '' ? message === '' : message.includes(value)
    })
  return conditionOf(holds, negated, literalKeys(field, values.map(longestPart), false))
}

function compileNumbered(
  kind: CodedField,
  op: Exclude<RuleOp, '=~' | '!~' | '=*' | '!*'>,
  values: readonly string[],
): Condition {
  const bounds = values.map(value => parseCode(kind, value) ?? -1)
  const matchesByNumber: boolean[] = []
  // Facilities have the most codes.
  for (let number = 0; number < 24; number++) {
    if (op === 'eq' || op === 'ne') matchesByNumber.push(bounds.includes(number) === (op === 'eq'))
    else matchesByNumber.push(bounds.some(bound => comparisons[op](number, bound)))
  }
  return {
    test: event => matchesByNumber[event[kind]] === true,
    indexKeys: numberKeys(kind, matchesByNumber),
  }
}

/** Index keys of a condition that holds if any of the expressions matches. */
function regexKeys(field: RuleField, regexes: readonly RuleRegex[]): IndexKey[] | undefined {
  const keys: IndexKey[] = []
  for (const regex of regexes) {
    const { requiredLiterals, fold } = regex
    const ownKeys =
      field.kind === 'message' && regex.matchesOnlyEmpty
        ? equalKeys(field, [''])
        : requiredLiterals && literalKeys(field, requiredLiterals, fold)
    // Without literals, expressions that do not match '' still need the field to be present.
    if (ownKeys === undefined) return regexes.some(one => one.test('')) ? undefined : presentKeys(field)
    keys.push(...ownKeys)
  }
  return keys
}

function isNumbered(field: RuleField): field is Extract<RuleField, { kind: CodedField }> {
  return field.kind === 'severity' || field.kind === 'facility' || field.kind === 'status'
}

function checkedField(name: string): RuleField {
  const field = findRuleField(name)
  if (field === undefined) throw new Error(`a checked rule has the unknown field ${name}`)
  return field
}

function equalKeys(field: RuleField, values: readonly string[]): IndexKey[] {
  return slotsOf(field).flatMap(slot =>
    values.map(text => ({ slot, kind: 'equal' as const, text, fold: false })),
  )
}

/** Index keys of literals; undefined for numbered fields, and if a literal is too short for the index. */
function literalKeys(field: RuleField, literals: readonly string[], fold: boolean): IndexKey[] | undefined {
  if (!literals.every(isIndexable) || isNumbered(field)) return undefined
  return slotsOf(field).flatMap(slot =>
    literals.map(text => ({ slot, kind: 'literal' as const, text, fold })),
  )
}

/** Index key of a condition that '' does not match, on a field that most events lack. */
function presentKeys(field: RuleField): IndexKey[] | undefined {
  if (field.kind !== 'tag' && field.kind !== 'extra' && field.kind !== 'mnemonic') return undefined
  return slotsOf(field).map(slot => ({ slot, kind: 'present' as const, text: '', fold: false }))
}

/** Index keys of a condition on a numbered field. `matchesByNumber[n]`: whether the condition holds for n. */
function numberKeys(kind: CodedField, matchesByNumber: readonly boolean[]): IndexKey[] | undefined {
  // Actions change the status without looking up the index again. A key would exclude few rules anyway, since
  // nearly every event has status 0.
  if (kind === 'status') return undefined
  return matchesByNumber.flatMap((isMatch, number) =>
    isMatch ? [{ slot: kind, kind: 'equal' as const, text: String(number), fold: false }] : [],
  )
}

function slotsOf(field: RuleField): Slot[] {
  switch (field.kind) {
    case 'tag':
      return field.names.map(name => `tag ${name}`)
    case 'extra':
      return [`extra ${field.path}`]
    default:
      return [field.kind]
  }
}
