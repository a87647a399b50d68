import type { RE2JS } from 're2js'
import { translate } from '../../../filter/expressions/translate.ts'
import { compileRegex } from '../../../filter/regex.ts'
import { widthAt } from '../../../filter/wildcard.ts'
import { compileLinear, hasLinearFallback } from './linear-fallback.ts'
import { LinearMatcher } from './linear-matcher.ts'
import type { MatchGroups, RegexMatch } from './match.ts'

/**
 * Longer texts go to the linear engine at once. V8 does not count a single greedy loop as backtracking, so its time can grow
 * with the square of the length: below a millisecond for this length.
 */
const maxBacktrackingLength = 1_000

/** Matches of one text that are searched separately; then LinearMatcher takes over. */
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
 * A regular expression of a rule: RE2 syntax with `.` matching line breaks, found anywhere, in linear time for any pattern.
 * Runs in JavaScript where the pattern means the same there, some 40 times as fast.
 */
export class RuleRegex {
  /** Every matching text contains one of these; undefined when unknown. */
  readonly requiredLiterals: readonly string[] | undefined
  /** In `requiredLiterals` small letters a to z match both cases, k also the Kelvin sign and s the long s. */
  readonly fold: boolean
  readonly #pattern: string
  readonly #ignoreCase: boolean
  readonly #fast: RegExp | undefined
  readonly #linear: RegExp | undefined
  #re2: RE2JS | undefined

  /** Requires a valid RE2 pattern: see regexFault. */
  constructor(pattern: string, ignoreCase: boolean) {
    this.#pattern = pattern
    this.#ignoreCase = ignoreCase
    const translation = translate(pattern, ignoreCase)
    this.requiredLiterals = translation?.requiredLiterals
    this.fold = translation?.fold ?? false
    if (!hasLinearFallback || translation?.source === undefined) return
    this.#linear = compileLinear(translation.source)
    if (this.#linear !== undefined) this.#fast = new RegExp(translation.source, 'sg')
  }

  /** Matches the empty text and no other. */
  get matchesOnlyEmpty(): boolean {
    return this.#pattern === '^$'
  }

  test(text: string): boolean {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#compileRe2().test(text)
    regex.lastIndex = 0
    return regex.test(text)
  }

  /** The first match. */
  exec(text: string): MatchGroups | undefined {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#execRe2(text, 0)?.groups
    regex.lastIndex = 0
    return regex.exec(text) ?? undefined
  }

  /** The first match at or after `from`. */
  execFrom(text: string, from: number): RegexMatch | undefined {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#execRe2(text, from)
    regex.lastIndex = from
    const found = regex.exec(text)
    if (found === null) return undefined
    return { groups: found, start: found.index, end: found.index + found[0].length }
  }

  /**
   * All matches from left to right, at most one empty match per position, in linear time for all of them. Throws an Error if
   * expression and text are too large for that.
   */
  *matchAll(text: string): Generator<RegexMatch, void> {
    let all: LinearMatcher | undefined
    let from = 0
    for (let finds = 0; from <= text.length; finds++) {
      if (finds === maxSeparateSearches) all = LinearMatcher.of(this.#compileRe2(), text, from)
      const found = all === undefined ? this.execFrom(text, from) : all.next(from)
      if (found === undefined) return
      yield found
      from = found.end
      // Skips a whole surrogate pair.
      if (found.start === found.end) from += widthAt(text, from)
    }
  }

  #javascript(text: string): RegExp | undefined {
    if (this.#fast === undefined || hasSurrogates(text)) return undefined
    return text.length <= maxBacktrackingLength ? this.#fast : this.#linear
  }

  #compileRe2(): RE2JS {
    this.#re2 ??= compileRegex(this.#pattern, this.#ignoreCase)
    return this.#re2
  }

  #execRe2(text: string, from: number): RegexMatch | undefined {
    const matcher = this.#compileRe2().matcher(text)
    if (!matcher.find(from)) return undefined
    const groups: (string | undefined)[] = []
    for (let group = 0; group <= matcher.groupCount(); group++) groups.push(matcher.group(group) ?? undefined)
    return { groups, start: matcher.start(), end: matcher.end() }
  }
}
