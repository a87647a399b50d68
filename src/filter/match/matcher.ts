import { eventTypes, type StoredEvent } from '../../schema/event/event.ts'
import { comparisons } from '../predicate/comparisons.ts'
import type {
  NumberField,
  Predicate,
  TagRef,
  TextField,
  TextTest,
  TokenPattern,
} from '../predicate/predicate.ts'
import { tagValue } from '../predicate/tag-value.ts'
import { decimalNumber } from '../predicate/values.ts'
import { compileRegex } from '../regex/regex.ts'
import { StepBudget, type StepLimits } from '../regex/step-budget.ts'
import { fold, foldedTokens } from '../words/tokens.ts'
import { matchesWildcard, minRepeated, type SpendRepeated } from '../words/wildcard.ts'

/**
 * Whether an event matches a predicate. Throws StepsExceededError when the predicate's regular expressions
 * (and with a budget of the caller, its wildcards and phrases) take more steps than their budget has.
 */
export type EventTest = (event: StoredEvent) => boolean

/** Budget of one predicate's regular expressions for one event: a tenth of a second in the worst case. */
export const matcherSteps: StepLimits = { program: 8_000, run: 2_000_000 }

/**
 * Compiles a predicate into a test of events in memory, for triggers and live results; the SQL of storage
 * must agree with it. Compiles sets and regular expressions once, and folds and splits each message once.
 */
export function compileMatcher(predicate: Predicate): EventTest {
  return matcherCompiler()(predicate)
}

/**
 * Returns a compiler for predicates that are all evaluated on one event before the next one: together they
 * fold and split each message once. Without `budget`, each predicate has `matcherSteps` for each event. The
 * caller renews a budget that it passes.
 */
export function matcherCompiler(): (predicate: Predicate, budget?: StepBudget) => EventTest {
  const phraseTextOf = createPhraseTexts()
  return (predicate, budget) => {
    if (budget !== undefined) {
      const spendRepeated = (characters: number) => budget.spendRepeated(characters)
      return compile(predicate, { phraseTextOf, budget, spendRepeated })
    }
    const ownBudget = new StepBudget(matcherSteps)
    const test = compile(predicate, { phraseTextOf, budget: ownBudget })
    return event => {
      ownBudget.renew()
      return test(event)
    }
  }
}

interface Context {
  phraseTextOf: (message: string) => PhraseText
  /** For regular expressions. */
  budget: StepBudget
  /** For wildcards and phrases. Absent: without a limit. */
  spendRepeated?: SpendRepeated
}

function compile(predicate: Predicate, context: Context): EventTest {
  switch (predicate.kind) {
    case 'const': {
      const { value } = predicate
      return () => value
    }
    case 'all': {
      const tests = predicate.of.map(part => compile(part, context))
      return event => {
        for (let i = 0; i < tests.length; i++) if (tests[i]?.(event) !== true) return false
        return true
      }
    }
    case 'some': {
      const tests = predicate.of.map(part => compile(part, context))
      return event => {
        for (let i = 0; i < tests.length; i++) if (tests[i]?.(event) === true) return true
        return false
      }
    }
    case 'not': {
      const test = compile(predicate.of, context)
      return event => !test(event)
    }
    case 'text': {
      const text = textOf(predicate.field)
      const test = compileText(predicate.test, context)
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
      const { phraseTextOf, spendRepeated } = context
      const test = compilePhrase(predicate.tokens, spendRepeated)
      return event => test(phraseTextOf(event.message))
    }
  }
}

function compileText(test: TextTest, { budget, spendRepeated }: Context): (text: string) => boolean {
  switch (test.kind) {
    case 'is': {
      const { value } = test
      return test.fold ? text => fold(text) === value : text => text === value
    }
    case 'like': {
      const { pattern } = test
      return test.fold
        ? text => matchesWildcard(pattern, fold(text), spendRepeated)
        : text => matchesWildcard(pattern, text, spendRepeated)
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

/** Returns a function that folds a message for tests of phrases. It caches the last message. */
function createPhraseTexts(): Context['phraseTextOf'] {
  let lastMessage: string | undefined
  let lastText = new PhraseText('')
  return message => {
    if (message !== lastMessage) {
      lastText = new PhraseText(message)
      lastMessage = message
    }
    return lastText
  }
}

/** A message for tests of phrases: folded at once, split into tokens only when a phrase needs them. */
export class PhraseText {
  readonly folded: string
  #tokens: readonly string[] | undefined

  constructor(message: string) {
    this.folded = fold(message)
  }

  get tokens(): readonly string[] {
    this.#tokens ??= foldedTokens(this.folded)
    return this.#tokens
  }
}

/** A token that findWords finds in a folded text. */
const asciiToken = /^[0-9a-z]+$/

/** A comparison of tokens takes about as long as a comparison of this many characters. */
const charactersPerToken = 4

/**
 * Compiles a test for consecutive tokens that match these patterns. Searches the folded text if possible,
 * which is faster than splitting it.
 */
export function compilePhrase(
  patterns: readonly TokenPattern[],
  spendRepeated?: SpendRepeated,
): (text: PhraseText) => boolean {
  /** Characters to be compared again that are not yet spent. */
  let unspent = 0
  const addRepeated = (characters: number) => {
    unspent += characters
    if (unspent < minRepeated) return
    const spent = unspent
    unspent = 0
    spendRepeated?.(spent)
  }
  const hasPhrase = ({ tokens }: PhraseText): boolean => {
    unspent = 0
    const lastStart = tokens.length - patterns.length
    for (let start = 0; start <= lastStart; start++) {
      const mismatch = patterns.findIndex(
        (pattern, i) => !matchesToken(pattern, tokens[start + i] ?? '', spendRepeated),
      )
      if (mismatch === -1) return true
      // The next starts compare the tokens before the mismatch again.
      if (mismatch > 1) addRepeated(mismatch * charactersPerToken)
    }
    return false
  }
  if (!patterns.every(({ text, wild }) => !wild && asciiToken.test(text))) return hasPhrase
  const words = patterns.map(({ text }) => text)
  return text => {
    unspent = 0
    return findWords(text.folded, words, addRepeated) ?? hasPhrase(text)
  }
}

function matchesToken(pattern: TokenPattern, token: string, spendRepeated?: SpendRepeated): boolean {
  return pattern.wild ? matchesWildcard(pattern.text, token, spendRepeated) : pattern.text === token
}

/**
 * Whether these ASCII tokens follow each other in a folded text. Undefined next to a character beyond ASCII,
 * where only splitting the text shows whether a token ends.
 */
function findWords(text: string, words: readonly string[], addRepeated: SpendRepeated): boolean | undefined {
  const first = words[0] ?? ''
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const before = kindAt(text, at - 1)
    if (before === beyondAscii) return undefined
    if (before === inToken) continue
    const follows = hasWordsAt(text, words, at, addRepeated)
    if (follows !== false) return follows
  }
  return false
}

/** Like findWords, but the first token must begin at `at`. */
function hasWordsAt(
  text: string,
  words: readonly string[],
  at: number,
  addRepeated: SpendRepeated,
): boolean | undefined {
  let end = at + (words[0] ?? '').length
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? ''
    const gapStart = end
    let kind = kindAt(text, end)
    while (kind === separator && end < text.length) kind = kindAt(text, ++end)
    if (kind === beyondAscii) return undefined
    if (end === gapStart || !text.startsWith(word, end)) {
      if (i > 1) addRepeated(end - at)
      return false
    }
    end += word.length
  }
  const after = kindAt(text, end)
  if (after === inToken && words.length > 1) addRepeated(end - at)
  return after === beyondAscii ? undefined : after === separator
}

const separator = 0
const inToken = 1
const beyondAscii = 2

/** The kind of the character at a position. Positions outside of the text count as separators. */
function kindAt(text: string, at: number): 0 | 1 | 2 {
  if (at < 0 || at >= text.length) return separator
  const unit = text.charCodeAt(at)
  if (unit >= 0x80) return beyondAscii
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) ? inToken : separator
}
