import type { Condition } from '../../schema/filter/condition.ts'
import type { Operator } from '../../schema/filter/operator.ts'
import { type FilterFault, maxFaults, type Refuse } from '../predicate/faults.ts'
import { type FilterField, parseFieldName } from '../predicate/field.ts'
import type { Predicate, TextField } from '../predicate/predicate.ts'
import { anyOf, textCondition } from '../predicate/text-condition.ts'
import { type Value, valuesOf } from '../predicate/values.ts'
import { regexSteps } from '../regex/regex-steps.ts'
import { patternRegex } from '../templates/pattern-text.ts'
import { expressionCondition, isEmpty, wordsCondition } from './message-condition.ts'
import { numberCondition, tagNumberCondition } from './number-condition.ts'
import { type RegexBudget, regexCondition, regexLimits } from './regex-condition.ts'

const operatorsOf: Readonly<Record<FilterField['kind'], readonly Operator[]>> = {
  text: ['eq', 'ne', '=~', '!~'],
  message: ['eq', 'ne', 'qp', '=~', '!~', '|>', '!>'],
  number: ['eq', 'ne', 'lt', 'le', 'gt', 'ge'],
  tag: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', '=~', '!~'],
}

const negated: ReadonlySet<Operator> = new Set(['ne', '!~', '!>'])

/** Maximum tests of one filter, since each event is tested. A list of plain values is one test. */
const maxTests = 10_000
/**
 * Maximum phrases, wildcards and regular expressions of one filter, which are searched in each text. The
 * index finds single words, many in one lookup.
 */
const maxPatterns = 1_000
/** Maximum characters of all phrases and wildcards; regular expressions have their own limit. */
const maxPatternCharacters = 20_000

/**
 * Parses a filter whose shape is already valid. Returns its predicate, or its faults in the order of the
 * conditions, at most `maxFaults`. An empty filter matches every event.
 */
export function parseFilter(
  filter: readonly Condition[],
): { predicate: Predicate } | { faults: FilterFault[] } {
  const faults: FilterFault[] = []
  const budget: RegexBudget = { ...regexLimits.filter }
  const parts: Predicate[] = []
  const sum = { tests: 0, patterns: 0, characters: 0 }
  for (const [i, condition] of filter.entries()) {
    const refuse: Refuse = (at, message, syntax) => {
      if (faults.length === maxFaults) return
      faults.push({ path: `filter[${i}]${at}`, message, ...(syntax && { syntax }) })
    }
    const part = parseCondition(condition, budget, refuse)
    if (part.kind !== 'const' || !part.value) parts.push(part)
    addTests(part, sum)
    const excess = findExcess(sum)
    if (excess !== undefined) {
      refuse('.value', `expected at most ${excess} in one filter`)
      break
    }
    if (faults.length === maxFaults) break
  }
  if (faults.length > 0) return { faults }
  const [first] = parts
  if (first === undefined) return { predicate: { kind: 'const', value: true } }
  return { predicate: parts.length === 1 ? first : { kind: 'all', of: parts } }
}

/** Whether values of conditions with this operator are regular expressions. */
export function isRegexOperator(op: unknown): boolean {
  return op === '=~' || op === '!~'
}

/** Parses one condition. The result is invalid after a fault. */
function parseCondition(condition: Condition, budget: RegexBudget, refuse: Refuse): Predicate {
  const filterField = parseFieldName(condition.field)
  const op = condition.op ?? 'eq'
  const allowed = operatorsOf[filterField.kind]
  if (!allowed.includes(op)) {
    refuse('.op', `expected one of ${allowed.join(', ')} for the field ${condition.field}`)
    return { kind: 'const', value: false }
  }
  const values = valuesOf(condition, refuse)
  if (filterField.kind === 'message' && op === 'ne') {
    // An empty value excludes nothing.
    const excluded = values.filter(value => !isEmpty(value))
    return excluded.length === 0 ? { kind: 'const', value: true } : negate(wordsCondition(excluded, refuse))
  }
  const positive = parseValues(filterField, condition, values, budget, refuse)
  return negated.has(op) ? negate(positive) : positive
}

/** Parses the condition without its negation: `ne` as `eq`, `!~` as `=~`, `!>` as `|>`. */
function parseValues(
  filterField: FilterField,
  condition: Condition,
  values: readonly Value[],
  budget: RegexBudget,
  refuse: Refuse,
): Predicate {
  // The names of event types are ours, so their case never matters.
  const ignoreCase = (condition.ignore_case ?? true) || condition.field === 'type'
  if (filterField.kind === 'number') return numberCondition(filterField.field, condition, values, refuse)
  const field: TextField = filterField.kind === 'message' ? 'message' : filterField.field
  switch (condition.op) {
    case 'qp':
      return expressionCondition(values, refuse)
    case '|>':
    case '!>':
      return patternCondition(values, budget, refuse)
    case '=~':
    case '!~':
      return regexCondition(field, values, ignoreCase, budget, refuse)
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      // operatorsOf allows these operators only for numbers and tags.
      if (filterField.kind !== 'tag') throw new Error(`${condition.op} on ${condition.field}`)
      return tagNumberCondition(filterField.field, condition, condition.op, values, refuse)
    default:
      if (filterField.kind === 'message') return wordsCondition(values, refuse)
      return textCondition(
        field,
        values.map(({ value }) => String(value)),
        ignoreCase,
      )
  }
}

function negate(predicate: Predicate): Predicate {
  if (predicate.kind === 'const') return { kind: 'const', value: !predicate.value }
  return { kind: 'not', of: predicate }
}

interface TestSum {
  tests: number
  patterns: number
  characters: number
}

/** The exceeded limit, worded for an error message; undefined if no limit is exceeded. */
function findExcess({ tests, patterns, characters }: TestSum): string | undefined {
  if (tests > maxTests) return `${maxTests} words, wildcards and other tests`
  if (patterns > maxPatterns)
    return `${maxPatterns} phrases, wildcards, regular expressions and combinations of words`
  if (characters > maxPatternCharacters) return `${maxPatternCharacters} characters of phrases and wildcards`
  return undefined
}

/** Adds the tests of a predicate. Words that the index looks up together count as one pattern. */
function addTests(predicate: Predicate, sum: TestSum): void {
  switch (predicate.kind) {
    case 'all':
    case 'some': {
      const others = predicate.of.filter(part => !isWord(part))
      const words = predicate.of.length - others.length
      sum.tests += words
      if (words > 0) sum.patterns++
      for (const part of others) addTests(part, sum)
      return
    }
    case 'not':
      if (isWord(predicate.of)) sum.patterns++
      addTests(predicate.of, sum)
      return
    default: {
      sum.tests++
      const characters = patternCharacters(predicate)
      if (characters === undefined) return
      sum.patterns++
      sum.characters += characters
    }
  }
}

function isWord(predicate: Predicate): boolean {
  return predicate.kind === 'phrase' && patternCharacters(predicate) === undefined
}

/** Number of characters of a phrase or wildcard, 0 for a regular expression, undefined for other tests. */
function patternCharacters(test: Predicate): number | undefined {
  if (test.kind === 'text' && test.test.kind === 'like') return test.test.pattern.length
  if (test.kind === 'text' && test.test.kind === 'regex') return 0
  if (test.kind !== 'phrase') return undefined
  const isPhrase = test.tokens.length > 1 || test.tokens.some(token => token.wild)
  return isPhrase ? test.tokens.reduce((sum, { text }) => sum + text.length, 0) : undefined
}

/** Operator `|>`: the message has the form of any of the patterns (see pattern-text.ts). Case matters. */
function patternCondition(values: readonly Value[], budget: RegexBudget, refuse: Refuse): Predicate {
  const max = regexLimits.pattern.steps
  const patterns: Predicate[] = []
  for (const { value, at } of values) {
    const pattern = String(value)
    // The pattern of every template fits, since only messages of at most 1,000 bytes have templates.
    const regex = pattern.length > max ? undefined : patternRegex(pattern)
    const steps = regex === undefined ? max + 1 : regexSteps(regex)
    if (regex === undefined || steps > max) {
      refuse(at, `expected a pattern of at most ${max} characters`)
      continue
    }
    budget.steps -= steps
    if (budget.steps < 0) {
      refuse(at, `expected at most ${regexLimits.filter.steps} characters of patterns in one filter`)
      break
    }
    patterns.push({ kind: 'text', field: 'message', test: { kind: 'regex', pattern: regex, fold: false } })
  }
  return anyOf(patterns)
}
