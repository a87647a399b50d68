import type { Refuse } from '../predicate/faults.ts'
import type { Predicate } from '../predicate/predicate.ts'
import { anyOf } from '../predicate/text-condition.ts'
import type { Value } from '../predicate/values.ts'
import { parseQuery, QuerySyntaxError } from '../qp/parser.ts'
import { termTokens } from '../qp/term-tokens.ts'
import { toPredicate } from '../qp/to-predicate.ts'
import { limits } from '../qp/tree.ts'

/**
 * Operator `eq` on message: the message has all words of any of the values. White space separates the words
 * of a value. Each word is a term as in a message search (a phrase if it contains separators; wildcards
 * work), but there are no operators. A value that consists of punctuation matches only messages without
 * words. An empty value matches every message.
 */
export function wordsCondition(values: readonly Value[], refuse: Refuse): Predicate {
  if (values.some(isEmpty)) return everyMessage
  return anyOf(values.map(value => allWords(value, refuse)))
}

/** Operator `qp` on message: any of the search expressions matches. An empty one matches every message. */
export function expressionCondition(values: readonly Value[], refuse: Refuse): Predicate {
  if (values.some(isEmpty)) return everyMessage
  const expressions: Predicate[] = []
  for (const { value, at } of values) {
    try {
      expressions.push(toPredicate(parseQuery(String(value))))
    } catch (error) {
      if (!(error instanceof QuerySyntaxError)) throw error
      refuse(at, error.message, { position: error.position, expected: error.expected })
    }
  }
  return anyOf(expressions)
}

/** An empty search box sends an empty value, and so do widgets. */
const everyMessage: Predicate = { kind: 'const', value: true }

/** Whether a value has nothing to search for. */
export function isEmpty({ value }: Pick<Value, 'value'>): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function allWords({ value, at }: Value, refuse: Refuse): Predicate {
  const phrases: Predicate[] = []
  for (const term of String(value).split(/\s+/u)) {
    const tokens = termTokens(term)
    if (tokens.length > 0) phrases.push({ kind: 'phrase', tokens })
  }
  if (phrases.length > limits.terms) refuse(at, `expected at most ${limits.terms} words`)
  const [first] = phrases
  if (first === undefined) return { kind: 'not', of: { kind: 'phrase', tokens: [{ text: '*', wild: true }] } }
  return phrases.length === 1 ? first : { kind: 'all', of: phrases }
}
