import { setFlagsFromString } from 'node:v8'
import { translate } from '../../../filter/expressions/translate.ts'
import { compileRegex, type Regex } from '../../../filter/regex/regex.ts'
import type { MatchGroups, RegexMatch } from '../../../filter/regex/regex-match.ts'
import { regexSteps } from '../../../filter/regex/regex-steps.ts'
import { widthAt } from '../../../filter/words/wildcard.ts'
import type { RuleSteps } from './rule-steps.ts'

/**
 * The steps of longer texts are counted. V8 does not count a single greedy loop as backtracking, so its time
 * can grow with the square of the length: below a millisecond for this length.
 */
const maxFastLength = 1_000
/** Steps of the expression times characters of the text; above this, steps are counted. */
const maxFastSteps = 200_000

/** Maximum matches of one text that are searched separately; one search then finds the others. */
const maxSeparateSearches = 64

const surrogate = /[\ud800-\udfff]/

/** Caches whether the last text has surrogates: several expressions test the message of one event. */
let lastText = ''
let lastHasSurrogates = false

function hasSurrogates(text: string): boolean {
  if (text === lastText) return lastHasSurrogates
  lastText = text
  lastHasSurrogates = surrogate.test(text)
  return lastHasSurrogates
}

/**
 * A regular expression of a rule: RE2 syntax with `.` matching line breaks, found anywhere, in linear time
 * for any pattern. Runs in JavaScript, some 40 times as fast, if the pattern means the same there and the
 * text is short. Other runs throw StepsExceededError when the event has no steps left.
 */
export class RuleRegex {
  /** Every matching text contains one of these; undefined when unknown. */
  readonly requiredLiterals: readonly string[] | undefined
  /** In `requiredLiterals` small letters a to z match both cases, k also the Kelvin sign and s the long s. */
  readonly fold: boolean
  readonly #pattern: string
  readonly #ignoreCase: boolean
  readonly #budget: RuleSteps
  readonly #steps: number
  readonly #fast: RegExp | undefined
  #counted: Regex | undefined

  /** Requires a valid RE2 pattern: see regexFault. */
  constructor(pattern: string, ignoreCase: boolean, budget: RuleSteps) {
    this.#pattern = pattern
    this.#ignoreCase = ignoreCase
    this.#budget = budget
    this.#steps = regexSteps(pattern)
    const translation = translate(pattern, ignoreCase)
    this.requiredLiterals = translation?.requiredLiterals
    this.fold = translation?.fold ?? false
    if (!hasLinearFallback || translation?.source === undefined) return
    // The linear engine takes over from excessive backtracking.
    if (compileLinear(translation.source)) this.#fast = new RegExp(translation.source, 'sg')
  }

  /** Whether it matches only the empty text. */
  get matchesOnlyEmpty(): boolean {
    return this.#pattern === '^$'
  }

  test(text: string): boolean {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#compileCounted().test(text)
    regex.lastIndex = 0
    return regex.test(text)
  }

  /** The first match. */
  exec(text: string): MatchGroups | undefined {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#compileCounted().find(text)?.groups
    regex.lastIndex = 0
    return regex.exec(text) ?? undefined
  }

  /** All matches from left to right, at most one empty match per position, in linear time overall. */
  *matchAll(text: string): Generator<RegexMatch, void> {
    let from = 0
    for (let finds = 0; from <= text.length; finds++) {
      const regex = finds < maxSeparateSearches ? this.#javascript(text) : undefined
      if (regex === undefined) return yield* this.#compileCounted().findAll(text, from)
      regex.lastIndex = from
      const found = regex.exec(text)
      if (found === null) return
      const { index: start } = found
      const end = start + found[0].length
      yield { groups: found, start, end }
      // Skips a whole surrogate pair.
      from = start === end ? end + widthAt(text, end) : end
    }
  }

  #javascript(text: string): RegExp | undefined {
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
 * Whether V8's regular expressions fall back to linear time after 5,000 backtracks, which V8 supports but
 * disables by default. With the fallback, an expression costs at most these and one linear pass on any text,
 * and the matches are the same. The flag `l` refuses expressions that the linear engine cannot run.
 */
export const hasLinearFallback: boolean = enableLinearFallback()

function enableLinearFallback(): boolean {
  setFlagsFromString('--enable-experimental-regexp-engine')
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  setFlagsFromString('--regexp-backtracks-before-fallback=5000')
  if (compileLinear('a') === undefined) return false
  // Verifies the fallback: 2^20 backtracks take far longer than a linear pass over 20 letters.
  const text = `${'a'.repeat(20)}c`
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = performance.now()
    new RegExp(`(?:a|a)*b${attempt}`, 's').test(text)
    if (performance.now() - begun < 20) return true
  }
  return false
}

/** Compiles for the linear engine (`.` matches line breaks); undefined if it cannot run the expression. */
function compileLinear(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'sgl')
  } catch {
    return undefined
  }
}
