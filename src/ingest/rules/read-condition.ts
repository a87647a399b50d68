// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so

import { decimalNumber } from '../../filter/predicate/values.ts'
import { regexFault } from '../../filter/regex/regex.ts'
import { regexSteps } from '../../filter/regex/regex-steps.ts'
import { type RuleCondition, type RuleOp, ruleOps } from '../../schema/intake/rule.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { maxCaptures } from './capture.ts'
import { expectedCodes, findRuleField, parseCode, type RuleField } from './field.ts'
import { parseScalar } from './parse-scalar.ts'
import { checkOnlyBudget } from './regex/rule-steps.ts'
import type { RuleFaults } from './rule-faults.ts'

const maxConditions = 100
const maxValues = 10_000
const maxPatternLength = 4_000
const members = ['field', 'op', 'value', 'capture', 'comment']
const orderOperators: readonly RuleOp[] = ['gt', 'ge', 'lt', 'le']

/**
 * Reads `match` or `pre_match`, the member at the path `at`: one condition, or a list of conditions that must
 * all hold. Adds faults. The conditions are valid only if it adds none.
 */
export function readConditions(value: unknown, at: string, faults: RuleFaults): RuleCondition[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxConditions) {
    faults.add(at, `expected at most ${maxConditions} conditions`)
    return []
  }
  const conditions: RuleCondition[] = []
  for (const [i, one] of list.entries()) {
    const condition = readCondition(one, Array.isArray(value) ? `${at}[${i}]` : at, faults)
    if (condition !== undefined) conditions.push(condition)
  }
  return conditions
}

function readCondition(value: unknown, at: string, faults: RuleFaults): RuleCondition | undefined {
  if (!isObject(value)) {
    faults.add(at, 'expected a condition with field, op and value')
    return undefined
  }
  faults.addUnknownMembers(value, at, members)
  const op = readOp(value.op, `${at}.op`, faults)
  const name = parseScalar(value.field)
  const field = name === undefined ? undefined : findRuleField(name)
  if (name === undefined || field === undefined)
    faults.add(`${at}.field`, 'expected a field, the name of a user tag or ${extra:path}')
  const values = readValues(value.value, `${at}.value`, faults)
  if (name === undefined || field === undefined || values === undefined || op === 'bad') return undefined
  for (const [i, text] of values.entries()) {
    const fault = valueFault(field, op, text)
    if (fault !== undefined)
      faults.add(Array.isArray(value.value) ? `${at}.value[${i}]` : `${at}.value`, fault)
  }
  const capture = readCapture(value.capture, op, values, `${at}.capture`, faults)
  return { field: name, values, ...(op !== undefined && { op }), ...(capture && { capture }) }
}

/** Reads `capture: true`, which marks the condition whose captures the rule uses. */
function readCapture(
  value: unknown,
  op: RuleOp | undefined,
  values: readonly string[],
  at: string,
  faults: RuleFaults,
): boolean {
  if (value === undefined || value === false) return false
  if (value !== true) {
    faults.add(at, 'expected true or false')
    return false
  }
  // `capture` makes values without an operator expressions.
  const hasCaptures = (op === undefined || op === '=~') && maxCaptures(values) > 0
  if (!hasCaptures) faults.warn(at, 'does nothing: the condition is no regular expression with captures')
  return hasCaptures
}

/** The operator; undefined for none; 'bad' after adding a fault. */
function readOp(value: unknown, at: string, faults: RuleFaults): RuleOp | 'bad' | undefined {
  if (value === undefined) return undefined
  const op = ruleOps.find(known => known === value)
  if (op !== undefined) return op
  // Without quotes, YAML reads !~ and !* as its own tags.
  const hint = value === null || value === '' ? ` ('!~' and '!*' stand in quotes in YAML)` : ''
  faults.add(at, `expected one of ${ruleOps.join(' ')}${hint}`)
  return 'bad'
}

function readValues(value: unknown, at: string, faults: RuleFaults): string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const values = list.map(parseScalar)
  if (list.length > 0 && list.length <= maxValues && values.every(one => one !== undefined)) return values
  faults.add(at, `expected a text, a number or a list of 1 to ${maxValues} of them`)
  return undefined
}

/**
 * The fault of one value; undefined for a valid one. Values without an operator are expressions if the rule
 * uses their captures: read-rule.ts checks them.
 */
function valueFault(field: RuleField, op: RuleOp | undefined, text: string): string | undefined {
  switch (op) {
    case '=~':
    case '!~':
      return patternFault(text, false)
    case '=*':
    case '!*':
      return text === '' ? 'expected a text that is not empty' : undefined
  }
  switch (field.kind) {
    case 'severity':
    case 'facility':
    case 'status':
      return parseCode(field.kind, text) === undefined ? `expected ${expectedCodes(field.kind)}` : undefined
  }
  if (op !== undefined && orderOperators.includes(op) && decimalNumber(text) === undefined)
    return `expected a number for ${op}`
  return undefined
}

/** The fault of a regular expression; undefined for a valid one. */
export function patternFault(pattern: string, ignoreCase: boolean): string | undefined {
  if (pattern.length > maxPatternLength)
    return `expected a regular expression of at most ${maxPatternLength} characters`
  // regexFault checks this too, but its text would follow `in RE2 syntax`.
  if (regexSteps(pattern) > checkOnlyBudget.limits.program)
    return `expected a regular expression of at most ${checkOnlyBudget.limits.program} steps with its repetitions written out`
  const fault = regexFault(pattern, ignoreCase, checkOnlyBudget)
  return fault && `expected a regular expression in RE2 syntax: ${fault}`
}
