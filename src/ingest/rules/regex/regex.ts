import type { RE2JS } from 're2js'
import { translate } from '../../../filter/expressions/translate.ts'
import { compileRegex } from '../../../filter/regex.ts'
import { fastEngine, linear } from './fast-engine.ts'
import { FindAll } from './find-all.ts'

/**
 * Up to here the fast engine backtracks. A single greedy loop is not counted as backtracking, so its time can grow with the square
 * of the text: at 1,000 units that is below a millisecond. Longer texts go to the linear engine at once.
 */
const longestFast = 1_000

/** Finds of one text that are searched for one by one; see FindAll. */
const maxSearches = 64

const surrogate = /[\ud800-\udfff]/

/** The text that was looked at last, and whether it has surrogates: an event's message is held against several expressions. */
let lastText = ''
let lastHas = false

function hasSurrogates(text: string): boolean {
  if (text === lastText) return lastHas
  lastText = text
  lastHas = surrogate.test(text)
  return lastHas
}

/** What was found: the whole and the captures; those that took no part are undefined. */
export type Found = readonly (string | undefined)[]

export interface FoundAt {
  groups: Found
  start: number
  end: number
}

/**
 * A regular expression of a rule: RE2's language with `.` matching line breaks, found anywhere, in time linear in the text
 * whichever the pattern. Where the pattern means the same in JavaScript it runs there, some 40 times as fast.
 */
export class RuleRegex {
  /** A text in which it is found contains one of these; undefined when nothing is known. */
  readonly needs: readonly string[] | undefined
  /** In `needs` small letters a to z stand for both cases, k also for the Kelvin sign and s for the long s. */
  readonly fold: boolean
  readonly #pattern: string
  readonly #ignoreCase: boolean
  readonly #fast: RegExp | undefined
  readonly #linear: RegExp | undefined
  #re2: RE2JS | undefined

  /** The pattern must be one that RE2 takes: see regexFault. */
  constructor(pattern: string, ignoreCase: boolean) {
    this.#pattern = pattern
    this.#ignoreCase = ignoreCase
    const translation = translate(pattern, ignoreCase)
    this.needs = translation?.needs
    this.fold = translation?.fold ?? false
    if (!fastEngine || translation?.source === undefined) return
    this.#linear = linear(translation.source)
    if (this.#linear !== undefined) this.#fast = new RegExp(translation.source, 'sg')
  }

  /** It is found in the empty text and in no other. */
  get onlyEmpty(): boolean {
    return this.#pattern === '^$'
  }

  test(text: string): boolean {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#careful().test(text)
    regex.lastIndex = 0
    return regex.test(text)
  }

  /** The first place where it is found. */
  exec(text: string): Found | undefined {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#carefulAt(text, 0)?.groups
    regex.lastIndex = 0
    return regex.exec(text) ?? undefined
  }

  /** The first place at or after `from` where it is found. */
  next(text: string, from: number): FoundAt | undefined {
    const regex = this.#javascript(text)
    if (regex === undefined) return this.#carefulAt(text, from)
    regex.lastIndex = from
    const found = regex.exec(text)
    if (found === null) return undefined
    return { groups: found, start: found.index, end: found.index + found[0].length }
  }

  /**
   * All places where it is found, one behind the other; an empty find is not found again at its place. In linear time for all of them
   * together. Throws an Error when expression and text are too large for that.
   */
  *all(text: string): Generator<FoundAt, void> {
    let all: FindAll | undefined
    let from = 0
    for (let finds = 0; from <= text.length; finds++) {
      if (finds === maxSearches) all = FindAll.of(this.#careful(), text, from)
      const found = all === undefined ? this.next(text, from) : all.next(from)
      if (found === undefined) return
      yield found
      from = found.end
      // Not between the halves of a surrogate pair.
      if (found.start === found.end) from += (text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1
    }
  }

  #javascript(text: string): RegExp | undefined {
    if (this.#fast === undefined || hasSurrogates(text)) return undefined
    return text.length <= longestFast ? this.#fast : this.#linear
  }

  #careful(): RE2JS {
    this.#re2 ??= compileRegex(this.#pattern, this.#ignoreCase)
    return this.#re2
  }

  #carefulAt(text: string, from: number): FoundAt | undefined {
    const matcher = this.#careful().matcher(text)
    if (!matcher.find(from)) return undefined
    const groups: (string | undefined)[] = []
    for (let group = 0; group <= matcher.groupCount(); group++) groups.push(matcher.group(group) ?? undefined)
    return { groups, start: matcher.start(), end: matcher.end() }
  }
}
