import { classSource, foldRanges, listMembers, perlClasses, type Range, unicodeEscape } from './class-set.ts'
import { PatternReader, rejectSurrogate, UnsupportedSyntaxError } from './pattern-reader.ts'
import {
  alternativeLiterals,
  bestLiterals,
  emptyLiteral,
  type RequiredLiterals,
  sequenceLiterals,
  unknownLiterals,
} from './required-literals.ts'

/** An RE2 pattern as a JavaScript pattern, and the texts that every match contains. */
export interface Translation {
  /**
   * JavaScript pattern, to be compiled with the flag s. Finds the same as RE2 in texts without surrogates.
   * Undefined if JavaScript may find something else.
   */
  source: string | undefined
  /** Every matching text contains at least one of these non-empty literals; undefined if unknown. */
  requiredLiterals: readonly string[] | undefined
  /** Every matching text contains at least one literal of each of these sets. Literals are not empty. */
  requiredSets: readonly (readonly string[])[]
  /** Whether a to z in the literals stand for both cases (k also for the Kelvin sign, s for the long s). */
  fold: boolean
}

const maxDepth = 100
/** `(`, `(?:`, `(?P<name>`, or flags as in `(?i:` and `(?s-i)`. */
const groupStart = /\((?:\?(?:P?<\w+>|([is]*)(?:-([is]*))?([:)])))?/y
/** `*`, `+?`, `{2}`, `{2,}` or `{2,5}?`. */
const repetition = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\?)?/y

/**
 * Translates a valid RE2 pattern, so that rules run on JavaScript's faster RegExp and filters know which
 * literals to look for. `(?P<id>\d+): (GET|PUT)` becomes `(\d+): (GET|PUT)`; each match contains ": GET" or
 * ": PUT". Undefined for unsupported syntax.
 */
export function translate(pattern: string, ignoreCase: boolean): Translation | undefined {
  try {
    return new Translator(pattern, ignoreCase).translate()
  } catch (error) {
    if (error instanceof UnsupportedSyntaxError) return undefined
    throw error
  }
}

/** Recursive descent over the pattern; see RE2's syntax page. */
class Translator {
  readonly #reader: PatternReader
  /** Whether the flag i is on at the current position. */
  #fold: boolean
  /** Whether the flag i applied to any letter so far. */
  #hasFolded = false
  /** Whether JavaScript finds the same as RE2 so far. */
  #isSame = true

  constructor(pattern: string, ignoreCase: boolean) {
    this.#reader = new PatternReader(pattern)
    this.#fold = ignoreCase
  }

  translate(): Translation {
    const { source, literals } = this.#alternatives(0)
    if (this.#reader.peek() !== undefined) throw new UnsupportedSyntaxError()
    const fold = this.#hasFolded
    const required = bestLiterals(literals)
    return {
      source: this.#isSame ? source : undefined,
      requiredLiterals: fold ? required?.map(lowerCaseAscii) : required,
      requiredSets: fold ? literals.allOf.map(texts => texts.map(lowerCaseAscii)) : literals.allOf,
      fold,
    }
  }

  /** Reads up to the end of the group or of the pattern. Flags set inside end with it. */
  #alternatives(depth: number): Fragment {
    if (depth > maxDepth) throw new UnsupportedSyntaxError()
    const fold = this.#fold
    const first = this.#sequence(depth)
    const others: Fragment[] = []
    while (this.#reader.peek() === '|') {
      this.#reader.skip(1)
      others.push(this.#sequence(depth))
    }
    this.#fold = fold
    return alternatives(first, others)
  }

  #sequence(depth: number): Fragment {
    const parts: Fragment[] = []
    for (;;) {
      const next = this.#reader.peek()
      if (next === undefined || next === '|' || next === ')') return sequence(parts)
      parts.push(this.#repeated(this.#atom(next, depth)))
    }
  }

  #repeated(part: Fragment): Fragment {
    const match = this.#reader.match(repetition)
    if (match === undefined) return part
    // In `a(?i)*` RE2 repeats the a. `a**` is valid in RE2 only.
    if (part.source === '' || this.#reader.match(repetition)) throw new UnsupportedSyntaxError()
    const [text] = match
    const { min, max } = timesOf(match)
    // JavaScript clears captures before each iteration, and stops at an empty iteration. RE2 does neither.
    if (part.nullable || (part.captures && max > 1)) this.#isSame = false
    let literals = part.literals
    if (min === 0) literals = unknownLiterals
    else if (max > 1)
      literals = { exact: undefined, anyOf: bestLiterals(part.literals), allOf: part.literals.allOf }
    return {
      source: part.source + text,
      literals,
      nullable: part.nullable || min === 0,
      captures: part.captures,
    }
  }

  /** The fragment that begins with the unit `next`. */
  #atom(next: string, depth: number): Fragment {
    switch (next) {
      case '(':
        return this.#group(depth)
      case '[': {
        const { ranges, negated } = this.#reader.readClass()
        return setFragment(ranges, negated, this.#fold)
      }
      case '.':
        this.#reader.skip(1)
        return { source: '.', literals: unknownLiterals, nullable: false, captures: false }
      case '^':
      case '$':
        this.#reader.skip(1)
        return assertion(next)
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw new UnsupportedSyntaxError()
      default:
        this.#reader.skip(1)
        return this.#unit(next)
    }
  }

  #group(depth: number): Fragment {
    const reader = this.#reader
    const match = reader.match(groupStart)
    if (match === undefined || (match[0] === '(' && reader.peek() === '?')) throw new UnsupportedSyntaxError()
    const [text, on = '', off = '', end] = match
    // Without the flag s the dot does not match line breaks.
    if (off.includes('s')) throw new UnsupportedSyntaxError()
    const outside = this.#fold
    if (on.includes('i')) this.#fold = true
    if (off.includes('i')) this.#fold = false
    if (end === ')') return { source: '', literals: emptyLiteral, nullable: true, captures: false }
    const inside = this.#alternatives(depth + 1)
    this.#fold = outside
    if (reader.peek() !== ')') throw new UnsupportedSyntaxError()
    reader.skip(1)
    const captures = text === '(' || text.endsWith('>')
    return {
      ...inside,
      source: `${captures ? '(' : '(?:'}${inside.source})`,
      captures: captures || inside.captures,
    }
  }

  #escape(): Fragment {
    const letter = this.#reader.peek(1) ?? ''
    const set = perlClasses[letter]
    const asserted = { b: '\\b', B: '\\B', A: '^', z: '$' }[letter]
    if (set === undefined && asserted === undefined) return this.#unit(this.#reader.readEscapedUnit())
    this.#reader.skip(2)
    return set === undefined ? assertion(asserted ?? '') : setFragment(set, false, this.#fold)
  }

  #unit(unit: string): Fragment {
    const fragment = unitFragment(unit, this.#fold)
    if (this.#fold && hasCase(unit)) this.#hasFolded = true
    return fragment
  }
}

/** How often a matched `repetition` repeats. */
function timesOf([, sign, from, comma, to]: RegExpExecArray): { min: number; max: number } {
  if (sign === '*') return { min: 0, max: Infinity }
  if (sign === '+') return { min: 1, max: Infinity }
  if (sign === '?') return { min: 0, max: 1 }
  const min = Number(from)
  if (comma === undefined) return { min, max: min }
  return { min, max: to === '' ? Infinity : Number(to) }
}

function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** A translated part of the pattern. */
interface Fragment {
  source: string
  literals: RequiredLiterals
  /** Whether it also matches the empty text. */
  nullable: boolean
  /** Whether it contains a capture. */
  captures: boolean
}

/** An assertion such as `^`: it holds at a position and takes no text. */
function assertion(source: string): Fragment {
  return { source, literals: emptyLiteral, nullable: true, captures: false }
}

/** One UTF-16 unit that stands for itself, in any case with `fold`. */
function unitFragment(unit: string, fold: boolean): Fragment {
  rejectSurrogate(unit)
  const code = unit.charCodeAt(0)
  // Units that stand for themselves in JavaScript; all others are written as escapes.
  if (!fold || !hasCase(unit))
    return oneUnit(/[\w \-:;,="'<>@#%&!~/]/.test(unit) ? unit : unicodeEscape(code), [unit])
  return oneUnit(classSource(foldOrThrow([[code, code]]), false), [unit.toLowerCase()])
}

/** Whether the flag i may make a difference for a unit. */
function hasCase(unit: string): boolean {
  return unit > '\x7f' || /[a-z]/i.test(unit)
}

/** A character class, which matches one unit. */
function setFragment(ranges: readonly Range[], negated: boolean, fold: boolean): Fragment {
  const folded = fold ? foldOrThrow(ranges) : ranges
  // `literals` cannot say that a member stands for both cases.
  return oneUnit(classSource(folded, negated), negated || fold ? undefined : listMembers(folded, 4))
}

function sequence(parts: readonly Fragment[]): Fragment {
  return {
    source: parts.map(part => part.source).join(''),
    literals: sequenceLiterals(parts.map(part => part.literals)),
    nullable: parts.every(part => part.nullable),
    captures: parts.some(part => part.captures),
  }
}

/** One of several parts; a single part is returned as it is. */
function alternatives(first: Fragment, others: readonly Fragment[]): Fragment {
  if (others.length === 0) return first
  const parts = [first, ...others]
  return {
    source: parts.map(part => part.source).join('|'),
    literals: alternativeLiterals(parts.map(part => part.literals)),
    nullable: parts.some(part => part.nullable),
    captures: parts.some(part => part.captures),
  }
}

function oneUnit(source: string, exact: readonly string[] | undefined): Fragment {
  return { source, literals: { exact, anyOf: undefined, allOf: [] }, nullable: false, captures: false }
}

function foldOrThrow(ranges: readonly Range[]): readonly Range[] {
  const folded = foldRanges(ranges)
  if (folded === undefined) throw new UnsupportedSyntaxError()
  return folded
}
