import { eventTypes, type StoredEvent } from '../schema/event.ts'
import { comparisons } from './comparisons.ts'
import { compilePhrase } from './phrase.ts'
import type { NumberField, Predicate, TagRef, TextField, TextTest } from './predicate.ts'
import { compileRegex } from './regex.ts'
import { tagValue } from './tag-value.ts'
import { fold, tokens } from './tokens.ts'
import { decimalNumber } from './values.ts'
import { matchesWildcard } from './wildcard.ts'

export type EventTest = (event: StoredEvent) => boolean

/**
 * Compiles a predicate into a test of events in memory, for triggers and live results; the SQL of storage must agree with it.
 * Compiles sets and regular expressions once, and splits each message into tokens once.
 */
export function compileMatcher(predicate: Predicate): EventTest {
  return matcherCompiler()(predicate)
}

/** Compiles predicates that are all asked about one event after another: together they split each message once. */
export function matcherCompiler(): (predicate: Predicate) => EventTest {
  const split = rememberLast(tokens)
  return predicate => compile(predicate, split)
}

type Split = (message: string) => readonly string[]

function compile(predicate: Predicate, split: Split): EventTest {
  switch (predicate.kind) {
    case 'const': {
      const { value } = predicate
      return () => value
    }
    case 'all': {
      const of = predicate.of.map(part => compile(part, split))
      return event => of.every(test => test(event))
    }
    case 'some': {
      const of = predicate.of.map(part => compile(part, split))
      return event => of.some(test => test(event))
    }
    case 'not': {
      const of = compile(predicate.of, split)
      return event => !of(event)
    }
    case 'text': {
      const text = textOf(predicate.field)
      const test = compileText(predicate.test)
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
      return event => test(split(event.message))
    }
  }
}

function compileText(test: TextTest): (text: string) => boolean {
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
      const regex = compileRegex(test.pattern, test.fold)
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

function rememberLast(split: Split): Split {
  let message: string | undefined
  let last: readonly string[] = []
  return next => {
    if (next !== message) {
      last = split(next)
      message = next
    }
    return last
  }
}
