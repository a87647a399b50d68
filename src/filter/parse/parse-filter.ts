import {
  type Condition,
  type ConditionGroup,
  type FilterPart,
  maxConditions,
} from '../../schema/filter/condition.ts'
import { isGroup, maxGroupDepth } from '../../schema/filter/groups.ts'
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
 * Maximum phrases, wildcards and regular expressions of one filter, which are searched in each text. Single
 * words cost less, since the index finds many of them in one lookup: see `addTests`.
 */
const maxPatterns = 1_000
/** Maximum characters of all phrases and wildcards; regular expressions have their own limit. */
const maxPatternCharacters = 20_000

/**
 * Parses a filter whose shape is already valid. Returns its predicate, or its faults in the order of the
 * conditions, at most `maxFaults`. An empty filter matches every event.
 */
export function parseFilter(
  filter: readonly FilterPart[],
): { predicate: Predicate } | { faults: FilterFault[] } {
  const reader = new FilterReader()
  const parts = reader.readAll(filter, 'filter', 0)
  if (reader.faults.length > 0) return { faults: reader.faults }
  return { predicate: allOf(parts.filter(part => part.kind !== 'const' || !part.value)) }
}

/** Reads the parts of one filter, which share its limits. */
class FilterReader {
  readonly faults: FilterFault[] = []
  readonly #budget: RegexBudget = { ...regexLimits.filter }
  readonly #sum = { tests: 0, patterns: 0, characters: 0 }
  #conditions = 0
  /** A limit of the filter is exceeded: the rest is not read. */
  #isOver = false

  /** Reads the parts of a list. `path`: of the list, such as `filter[0].any`. */
  readAll(parts: readonly FilterPart[], path: string, depth: number): Predicate[] {
    const read: Predicate[] = []
    for (const [i, part] of parts.entries()) {
      if (this.#isOver || this.faults.length === maxFaults) break
      read.push(this.#read(part, `${path}[${i}]`, depth))
    }
    return read
  }

  /** Reads one part. Callers must not use the result after a fault. */
  #read(part: FilterPart, path: string, depth: number): Predicate {
    if (isGroup(part)) return this.#readGroup(part, path, depth + 1)
    const refuse: Refuse = (at, message, syntax) => this.#refuse(path + at, message, syntax)
    const predicate = parseCondition(part, this.#budget, refuse)
    addTests(predicate, this.#sum)
    this.#conditions++
    const excess = this.#conditions > maxConditions ? `${maxConditions} conditions` : findExcess(this.#sum)
    if (excess === undefined) return predicate
    this.#isOver = true
    refuse('.value', `expected at most ${excess} in one filter`)
    return predicate
  }

  #readGroup({ any, all, not }: ConditionGroup, path: string, depth: number): Predicate {
    if (depth > maxGroupDepth) {
      this.#refuse(path, `expected at most ${maxGroupDepth} groups within each other`)
      return { kind: 'const', value: false }
    }
    if (any !== undefined) return anyOf(this.readAll(any, `${path}.any`, depth))
    if (all !== undefined) return allOf(this.readAll(all, `${path}.all`, depth))
    return not === undefined ? allOf([]) : negate(this.#read(not, `${path}.not`, depth))
  }

  #refuse(path: string, message: string, syntax?: FilterFault['syntax']): void {
    if (this.faults.length < maxFaults) this.faults.push({ path, message, ...(syntax && { syntax }) })
  }
}

function allOf(parts: readonly Predicate[]): Predicate {
  const [first] = parts
  if (first === undefined) return { kind: 'const', value: true }
  return parts.length === 1 ? first : { kind: 'all', of: parts }
}

/** Whether values of conditions with this operator are regular expressions. */
export function isRegexOperator(op: unknown): boolean {
  return op === '=~' || op === '!~'
}

/** Parses one condition. Callers must not use the result after a fault. */
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

/** The size of a filter; see maxTests, maxPatterns and maxPatternCharacters. */
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

/**
 * Adds the tests of a predicate. A single word is no pattern. All words of an AND or OR together are one,
 * since the index looks them up together; a negated word is one, since each needs a lookup.
 */
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
  if (predicate.kind !== 'phrase') return false
  const { tokens } = predicate
  return tokens.length <= 1 && !tokens.some(token => token.wild)
}

/** Number of characters of a phrase or wildcard, 0 for a regular expression, undefined for other tests. */
function patternCharacters(test: Predicate): number | undefined {
  if (test.kind === 'text' && test.test.kind === 'like') return test.test.pattern.length
  if (test.kind === 'text' && test.test.kind === 'regex') return 0
  if (test.kind !== 'phrase') return undefined
  return isWord(test) ? undefined : test.tokens.reduce((sum, { text }) => sum + text.length, 0)
}

/** Operator `|>`: the message has the form of any of the patterns (see pattern-text.ts). Case matters. */
function patternCondition(values: readonly Value[], budget: RegexBudget, refuse: Refuse): Predicate {
  const max = regexLimits.pattern.steps
  const patterns: Predicate[] = []
  for (const { value, at } of values) {
    const pattern = String(value)
    // The limit allows the pattern of every template: only messages of at most 1,000 bytes have templates.
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
