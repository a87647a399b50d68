import type { Condition, Operator } from '../schema/condition.ts'
import { type FilterFault, maxFaults, type Refuse } from './faults.ts'
import { type NamedField, namedField } from './field.ts'
import { expressionCondition, wordsCondition } from './message-condition.ts'
import { numberCondition, tagNumberCondition } from './number-condition.ts'
import type { Predicate, TextField } from './predicate.ts'
import { type RegexBudget, regexCondition, regexLimits } from './regex-condition.ts'
import { textCondition } from './text-condition.ts'
import { type Value, valuesOf } from './values.ts'

const operatorsOf: Readonly<Record<NamedField['kind'], readonly Operator[]>> = {
  text: ['eq', 'ne', '=~', '!~'],
  message: ['eq', 'ne', 'qp', '=~', '!~'],
  number: ['eq', 'ne', 'lt', 'le', 'gt', 'ge'],
  tag: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', '=~', '!~'],
}

/** Tests that one filter may come to; a list of plain values is one. What is evaluated for each event has a bound. */
const maxTests = 10_000

/**
 * What a filter (already valid by its schema) means, or everything that is wrong with it, at most `maxFaults` faults in
 * the order of the conditions. An empty filter means every event.
 */
export function understand(
  filter: readonly Condition[],
): { predicate: Predicate } | { faults: FilterFault[] } {
  const faults: FilterFault[] = []
  const budget: RegexBudget = { left: regexLimits.filter }
  const of: Predicate[] = []
  let tests = 0
  for (const [i, condition] of filter.entries()) {
    const refuse: Refuse = (at, message, syntax) => {
      if (faults.length === maxFaults) return
      faults.push({ path: `filter[${i}]${at}`, message, ...(syntax && { syntax }) })
    }
    const part = conditionMeaning(condition, budget, refuse)
    of.push(part)
    tests += countTests(part)
    if (tests > maxTests) {
      refuse('.value', `expected at most ${maxTests} words, wildcards and other tests in one filter`)
      break
    }
    if (faults.length === maxFaults) break
  }
  if (faults.length > 0) return { faults }
  const [first] = of
  if (first === undefined) return { predicate: { kind: 'const', value: true } }
  return { predicate: of.length === 1 ? first : { kind: 'all', of } }
}

/** After a fault the answer is of no use. */
function conditionMeaning(condition: Condition, budget: RegexBudget, refuse: Refuse): Predicate {
  const named = namedField(condition.field)
  const op = condition.op ?? 'eq'
  const fitting = operatorsOf[named.kind]
  if (!fitting.includes(op)) {
    refuse('.op', `expected one of ${fitting.join(', ')} for the field ${condition.field}`)
    return { kind: 'const', value: false }
  }
  const values = valuesOf(condition, refuse)
  const meaning = anyOfValues(named, condition, values, budget, refuse)
  return op === 'ne' || op === '!~' ? negated(meaning) : meaning
}

/** The condition without its negation: `ne` as `eq`, `!~` as `=~`. */
function anyOfValues(
  named: NamedField,
  condition: Condition,
  values: readonly Value[],
  budget: RegexBudget,
  refuse: Refuse,
): Predicate {
  // The names of event types are ours, not a sender's: their case never matters.
  const ignoreCase = (condition.ignore_case ?? true) || condition.field === 'type'
  if (named.kind === 'number') return numberCondition(named.field, condition, values, refuse)
  const field: TextField = named.kind === 'message' ? 'message' : named.field
  switch (condition.op) {
    case 'qp':
      return expressionCondition(values, refuse)
    case '=~':
    case '!~':
      return regexCondition(field, values, ignoreCase, budget, refuse)
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      // operatorsOf lets only tags come here.
      if (named.kind !== 'tag') throw new Error(`${condition.op} on ${condition.field}`)
      return tagNumberCondition(named.field, condition, condition.op, values, refuse)
    default:
      if (named.kind === 'message') return wordsCondition(values, refuse)
      return textCondition(
        field,
        values.map(({ value }) => String(value)),
        ignoreCase,
      )
  }
}

function negated(of: Predicate): Predicate {
  return of.kind === 'const' ? { kind: 'const', value: !of.value } : { kind: 'not', of }
}

function countTests(predicate: Predicate): number {
  switch (predicate.kind) {
    case 'all':
    case 'some':
      return predicate.of.reduce((sum, part) => sum + countTests(part), 0)
    case 'not':
      return countTests(predicate.of)
    default:
      return 1
  }
}
