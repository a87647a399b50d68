import { setFlagsFromString } from 'node:v8'
import { compileRegex, type Regex } from '../../../filter/regex/regex.ts'
import type { MatchGroups, RegexMatch } from '../../../filter/regex/regex-match.ts'
import { regexSteps } from '../../../filter/regex/regex-steps.ts'
import { translate } from '../../../filter/regex/translation/translate.ts'
import { widthAt } from '../../../filter/words/wildcard.ts'
import type { RuleSteps } from './rule-steps.ts'

/**
 * Maximum length of a text for V8's RegExp. V8 does not count a single greedy loop as backtracking, so its
 * time may be quadratic in the length. Up to this length it stays below a millisecond.
 */
const maxFastLength = 1_000
/** Maximum steps of the expression times characters of the text for V8's RegExp. */
const maxFastSteps = 200_000

/** Maximum matches of one text that are searched separately; one linear search finds all others. */
const maxSeparateSearches = 64

const surrogate = /[\ud800-\udfff]/

/** Caches whether the last text has surrogates, since several expressions are tested on the same message. */
let lastText = ''
let lastHasSurrogates = false

function hasSurrogates(text: string): boolean {
  if (text === lastText) return lastHasSurrogates
  lastText = text
  lastHasSurrogates = surrogate.test(text)
  return lastHasSurrogates
}

/**
 * A regular expression of a rule: RE2 syntax, `.` matches line breaks, found anywhere in the text, linear
 * time for any pattern. Runs as V8's RegExp, some 40 times as fast, if that finds the same and the text is
 * short. Otherwise runs in our engine, which counts steps of the event's budget and throws StepsExceededError
 * when none are left.
 */
export class RuleRegex {
  /** Every matching text contains one of these; undefined if unknown. */
  readonly requiredLiterals: readonly string[] | undefined
  /** Whether a to z in `requiredLiterals` match both cases (k also the Kelvin sign, s the long s). */
  readonly fold: boolean
  readonly #pattern: string
  readonly #ignoreCase: boolean
  readonly #budget: RuleSteps
  readonly #steps: number
  readonly #fast: RegExp | undefined
  /** The expression in our engine, compiled at its first use. */
  #counted: Regex | undefined

  /** The pattern must be valid: see regexFault. */
  constructor(pattern: string, ignoreCase: boolean, budget: RuleSteps) {
    this.#pattern = pattern
    this.#ignoreCase = ignoreCase
    this.#budget = budget
    this.#steps = regexSteps(pattern)
    const translation = translate(pattern, ignoreCase)
    this.requiredLiterals = translation?.requiredLiterals
    this.fold = translation?.fold ?? false
    if (!hasLinearFallback || translation?.source === undefined) return
    // V8 falls back only for expressions that its linear engine can run: compiling them with `l` succeeds.
    if (compileLinear(translation.source)) this.#fast = new RegExp(translation.source, 'sg')
  }

  /** Whether the expression is `^$`. False for other expressions that match only ''. */
  get matchesOnlyEmpty(): boolean {
    return this.#pattern === '^$'
  }

  test(text: string): boolean {
    const regex = this.#fastFor(text)
    if (regex === undefined) return this.#compileCounted().test(text)
    regex.lastIndex = 0
    return regex.test(text)
  }

  /** The groups of the first match. */
  exec(text: string): MatchGroups | undefined {
    const regex = this.#fastFor(text)
    if (regex === undefined) return this.#compileCounted().find(text)?.groups
    regex.lastIndex = 0
    return regex.exec(text) ?? undefined
  }

  /** All matches from left to right, at most one empty match per position. Takes linear time in total. */
  *matchAll(text: string): Generator<RegexMatch, void> {
    let from = 0
    for (let finds = 0; from <= text.length; finds++) {
      const regex = finds < maxSeparateSearches ? this.#fastFor(text) : undefined
      if (regex === undefined) return yield* this.#compileCounted().findAll(text, from)
      regex.lastIndex = from
      const found = regex.exec(text)
      if (found === null) return
      const { index: start } = found
      const end = start + found[0].length
      yield { groups: found, start, end }
      // After an empty match, skips a whole surrogate pair.
      from = start === end ? end + widthAt(text, end) : end
    }
  }

  /** V8's RegExp, if it may run on this text without counting steps. */
  #fastFor(text: string): RegExp | undefined {
    const fast = this.#fast
    if (fast === undefined || text.length > maxFastLength || hasSurrogates(text)) return undefined
    const steps = this.#steps * text.length
    return steps <= maxFastSteps && this.#budget.reserve(steps) ? fast : undefined
  }

  #compileCounted(): Regex {
    this.#counted ??= compileRegex(this.#pattern, this.#ignoreCase, this.#budget)
    return this.#counted
  }
}

/**
 * Whether V8 falls back to its linear engine after 5,000 backtracks, which is off by default. With this
 * fallback, an expression takes at most that and one linear pass, and finds the same matches. The flag `l`
 * refuses expressions that the linear engine cannot run.
 */
export const hasLinearFallback: boolean = enableLinearFallback()

function enableLinearFallback(): boolean {
  setFlagsFromString('--enable-experimental-regexp-engine')
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  setFlagsFromString('--regexp-backtracks-before-fallback=5000')
  if (compileLinear('a') === undefined) return false
  // Tests the fallback: 2^20 backtracks take far longer than a linear pass over 20 letters.
  const text = `${'a'.repeat(20)}c`
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = performance.now()
    new RegExp(`(?:a|a)*b${attempt}`, 's').test(text)
    if (performance.now() - begun < 20) return true
  }
  return false
}

/** Compiles for V8's linear engine (`.` matches line breaks); undefined if that cannot run the expression. */
function compileLinear(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'sgl')
  } catch {
    return undefined
  }
}
