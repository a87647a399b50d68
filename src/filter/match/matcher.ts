import { eventTypes, type StoredEvent } from '../../schema/event/event.ts'
import { comparisons } from '../predicate/comparisons.ts'
import type { NumberField, Predicate, TagRef, TextField, TextTest } from '../predicate/predicate.ts'
import { tagValue } from '../predicate/tag-value.ts'
import { decimalNumber } from '../predicate/values.ts'
import { compileRegex } from '../regex/regex.ts'
import { StepBudget, type StepLimits } from '../regex/step-budget.ts'
import { fold } from '../words/tokens.ts'
import { matchesWildcard } from '../words/wildcard.ts'
import { compilePhrase, PhraseText } from './phrase.ts'

/** Throws StepsExceededError when the expressions of the predicate take more steps than their budget has. */
export type EventTest = (event: StoredEvent) => boolean

/**
 * Steps of the expressions of one predicate on one event: a tenth of a second in the worst case. Filters
 * bound the steps of a pattern.
 */
export const matcherSteps: StepLimits = { program: 8_000, run: 2_000_000 }

/**
 * Compiles a predicate into a test of events in memory, for triggers and live results; the SQL of storage
 * must agree with it. Compiles sets and regular expressions once, and folds and splits each message once.
 */
export function compileMatcher(predicate: Predicate): EventTest {
  return matcherCompiler()(predicate)
}

/**
 * Compiles predicates that are all evaluated for one event after another: together they fold and split each
 * message once. A predicate has `matcherSteps` for each event, or the budget that its caller renews.
 */
export function matcherCompiler(): (predicate: Predicate, budget?: StepBudget) => EventTest {
  const read = phraseTexts()
  return (predicate, budget) => {
    if (budget !== undefined) return compile(predicate, { read, budget })
    const ownBudget = new StepBudget(matcherSteps)
    const test = compile(predicate, { read, budget: ownBudget })
    return event => {
      ownBudget.renew()
      return test(event)
    }
  }
}

interface Context {
  read: (message: string) => PhraseText
  budget: StepBudget
}

function compile(predicate: Predicate, context: Context): EventTest {
  switch (predicate.kind) {
    case 'const': {
      const { value } = predicate
      return () => value
    }
    case 'all': {
      const of = predicate.of.map(part => compile(part, context))
      return event => {
        for (let i = 0; i < of.length; i++) if (of[i]?.(event) !== true) return false
        return true
      }
    }
    case 'some': {
      const of = predicate.of.map(part => compile(part, context))
      return event => {
        for (let i = 0; i < of.length; i++) if (of[i]?.(event) === true) return true
        return false
      }
    }
    case 'not': {
      const of = compile(predicate.of, context)
      return event => !of(event)
    }
    case 'text': {
      const text = textOf(predicate.field)
      const test = compileText(predicate.test, context.budget)
      return event => test(text(event))
    }
    case 'in': {
      const text = textOf(predicate.field)
      const values = new Set(predicate.values)
      return predicate.fold ? event => values.has(fold(text(event))) : event => values.has(text(event))
    }
    case 'number': {
      const number = numberOf[predicate.field]
      const compare = comparisons[predicate.op]
      const { value } = predicate
      return event => compare(number(event), value)
    }
    case 'number-in': {
      const number = numberOf[predicate.field]
      const values = new Set(predicate.values)
      return event => values.has(number(event))
    }
    case 'tag-number': {
      const text = textOf(predicate.field)
      const compare = comparisons[predicate.op]
      const { value } = predicate
      return event => {
        const number = decimalNumber(text(event))
        return number !== undefined && compare(number, value)
      }
    }
    case 'phrase': {
      const test = compilePhrase(predicate.tokens)
      const { read } = context
      return event => test(read(event.message))
    }
  }
}

function compileText(test: TextTest, budget: StepBudget): (text: string) => boolean {
  switch (test.kind) {
    case 'is': {
      const { value } = test
      return test.fold ? text => fold(text) === value : text => text === value
    }
    case 'like': {
      const { pattern } = test
      return test.fold ? text => matchesWildcard(pattern, fold(text)) : text => matchesWildcard(pattern, text)
    }
    case 'present':
      return text => text !== ''
    case 'regex': {
      const regex = compileRegex(test.pattern, test.fold, budget)
      return text => regex.test(text)
    }
  }
}

const numberOf: Readonly<Record<NumberField, (event: StoredEvent) => number>> = {
  severity: event => event.severity,
  facility: event => event.facility,
  status: event => event.status,
  counter: event => event.counter,
  first_occurrence: event => event.ts,
  last_occurrence: event => event.last,
}

const fixedTextOf: Readonly<Record<Exclude<TextField, TagRef>, (event: StoredEvent) => string>> = {
  host: event => event.host,
  program: event => event.program,
  cisco_mnemonic: event => event.mnemonic,
  type: event => eventTypes[event.type] ?? '',
  message: event => event.message,
}

function textOf(field: TextField): (event: StoredEvent) => string {
  return typeof field === 'string' ? fixedTextOf[field] : event => tagValue(event.tags, field.tag)
}

/** Remembers the last message. */
function phraseTexts(): Context['read'] {
  let message: string | undefined
  let last = new PhraseText('')
  return next => {
    if (next !== message) {
      last = new PhraseText(next)
      message = next
    }
    return last
  }
}
