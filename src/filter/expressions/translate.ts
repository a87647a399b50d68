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

/** An RE2 pattern in JavaScript, and what it requires of a text. */
export interface Translation {
  /**
   * Finds the same as RE2 with `.` matching line breaks, when it has the flag s and the text no surrogates;
   * undefined where the two languages differ.
   */
  source: string | undefined
  /** Every matching text contains one of these, none of them empty; undefined when unknown. */
  requiredLiterals: readonly string[] | undefined
  /** Every matching text contains a literal of each of these sets, none of them empty. */
  requiredSets: readonly (readonly string[])[]
  /**
   * In the literals small letters a to z stand for both cases, k also for the Kelvin sign and s for the long
   * s.
   */
  fold: boolean
}

const maxDepth = 100
const groupStart = /\((?:\?(?:P?<\w+>|([is]*)(?:-([is]*))?([:)])))?/y
const repetition = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\?)?/y

/** Translates a pattern that RE2 accepts; undefined for syntax that the translation does not support. */
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
  /** The flag i at this place. */
  #fold: boolean
  /** Some letter was folded. */
  #folded = false
  /** JavaScript finds the same so far. */
  #isSame = true

  constructor(pattern: string, ignoreCase: boolean) {
    this.#reader = new PatternReader(pattern)
    this.#fold = ignoreCase
  }

  translate(): Translation {
    const { source, literals } = this.#alternatives(0)
    if (this.#reader.peek() !== undefined) throw new UnsupportedSyntaxError()
    const fold = this.#folded
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
    const found = this.#reader.match(repetition)
    if (found === undefined) return part
    // After flags alone, (?i)*, RE2 repeats the part before them; after a repetition JavaScript allows none.
    if (part.source === '' || this.#reader.match(repetition)) throw new UnsupportedSyntaxError()
    const [text, sign, from, comma, to] = found
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const max = sign === undefined ? maxTimes(min, comma, to) : sign === '?' ? 1 : Infinity
    // JavaScript clears captures in each iteration and ends an empty one; RE2 does neither.
    if (part.nullable || (part.captures && max > 1)) this.#isSame = false
    const atLeastOnce = { exact: undefined, anyOf: bestLiterals(part.literals), allOf: part.literals.allOf }
    return {
      source: part.source + text,
      literals: min === 1 && max === 1 ? part.literals : min > 0 ? atLeastOnce : unknownLiterals,
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
    const found = reader.match(groupStart)
    if (found === undefined || (found[0] === '(' && reader.peek() === '?')) throw new UnsupportedSyntaxError()
    const [text, on = '', off = '', end] = found
    // Without s the dot has another meaning.
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
    const place = { b: '\\b', B: '\\B', A: '^', z: '$' }[letter]
    if (set === undefined && place === undefined) return this.#unit(this.#reader.readEscapedUnit())
    this.#reader.skip(2)
    return set === undefined ? assertion(place ?? '') : setFragment(set, false, this.#fold)
  }

  #unit(unit: string): Fragment {
    const fragment = unitFragment(unit, this.#fold)
    if (this.#fold && hasCase(unit)) this.#folded = true
    return fragment
  }
}

function maxTimes(min: number, comma: string | undefined, to: string | undefined): number {
  if (comma === undefined) return min
  return to === '' ? Infinity : Number(to)
}

function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** A part of a translated pattern. */
interface Fragment {
  /** In JavaScript. */
  source: string
  literals: RequiredLiterals
  /** Whether it also matches the empty text. */
  nullable: boolean
  /** Whether it contains captures. */
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
  if (!fold || !hasCase(unit))
    return oneUnit(/[\w \-:;,="'<>@#%&!~/]/.test(unit) ? unit : unicodeEscape(code), [unit])
  return oneUnit(classSource(foldOrThrow([[code, code]]), false), [unit.toLowerCase()])
}

/** Whether folding may change a unit. */
function hasCase(unit: string): boolean {
  return unit > '\x7f' || /[a-z]/i.test(unit)
}

/** One unit of a set. */
function setFragment(ranges: readonly Range[], negated: boolean, fold: boolean): Fragment {
  const folded = fold ? foldOrThrow(ranges) : ranges
  // With `fold` a member stands for both cases, which `literals` cannot say.
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
