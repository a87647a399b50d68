import {
  classSource,
  complement,
  foldRanges,
  listMembers,
  perlClasses,
  posixClasses,
  type Range,
  unicodeEscape,
} from './class-set.ts'
import {
  alternativeLiterals,
  bestLiterals,
  emptyLiteral,
  type RequiredLiterals,
  sequenceLiterals,
  unknownLiterals,
} from './required-literals.ts'

/** A regular expression of RE2 in terms of JavaScript. */
export interface Translation {
  /**
   * It finds the same, with the flag s and in texts without surrogates, as RE2 with `.` matching line breaks; undefined where
   * the two languages differ.
   */
  source: string | undefined
  /** A text in which it is found contains one of these (none is empty); undefined when nothing is known. */
  requiredLiterals: readonly string[] | undefined
  /** The same of every one of these sets. */
  requiredSets: readonly (readonly string[])[]
  /** In `needs` small letters a to z stand for both cases, k also for the Kelvin sign and s for the long s. */
  fold: boolean
}

interface Fragment {
  source: string
  literals: RequiredLiterals
  nullable: boolean
  captures: boolean
}

/** Two lines that say the same in both languages, and those that do not are told apart by the code below; see RE2's syntax. */
class UnsupportedSyntaxError extends Error {}

const maxDepth = 100
const groupStart = /\((?:\?(?:P?<\w+>|([is]*)(?:-([is]*))?([:)])))?/y
const repetition = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\?)?/y

/** Translates a pattern that RE2 takes; undefined when it holds what is not understood here. */
export function translate(pattern: string, ignoreCase: boolean): Translation | undefined {
  try {
    return new Translator(pattern, ignoreCase).whole()
  } catch (error) {
    if (error instanceof UnsupportedSyntaxError) return undefined
    throw error
  }
}

function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

class Translator {
  readonly #pattern: string
  #at = 0
  #fold: boolean
  #folded = false
  #same = true

  constructor(pattern: string, ignoreCase: boolean) {
    this.#pattern = pattern
    this.#fold = ignoreCase
  }

  whole(): Translation {
    const piece = this.#alternatives(0)
    if (this.#at < this.#pattern.length) throw new UnsupportedSyntaxError()
    const fold = this.#folded
    const needs = bestLiterals(piece.literals)
    return {
      source: this.#same ? piece.source : undefined,
      requiredLiterals: fold ? needs?.map(lowerCaseAscii) : needs,
      requiredSets: fold
        ? piece.literals.allOf.map(texts => texts.map(lowerCaseAscii))
        : piece.literals.allOf,
      fold,
    }
  }

  /** Up to the end of the group or of the pattern. Flags set inside end with it. */
  #alternatives(depth: number): Fragment {
    if (depth > maxDepth) throw new UnsupportedSyntaxError()
    const fold = this.#fold
    const pieces = [this.#sequence(depth)]
    while (this.#pattern[this.#at] === '|') {
      this.#at++
      pieces.push(this.#sequence(depth))
    }
    this.#fold = fold
    const [only] = pieces
    if (pieces.length === 1 && only !== undefined) return only
    return {
      source: pieces.map(piece => piece.source).join('|'),
      literals: alternativeLiterals(pieces.map(piece => piece.literals)),
      nullable: pieces.some(piece => piece.nullable),
      captures: pieces.some(piece => piece.captures),
    }
  }

  #sequence(depth: number): Fragment {
    const pieces: Fragment[] = []
    for (;;) {
      const next = this.#pattern[this.#at]
      if (next === undefined || next === '|' || next === ')') break
      pieces.push(this.#repeated(this.#atom(next, depth)))
    }
    return {
      source: pieces.map(piece => piece.source).join(''),
      literals: sequenceLiterals(pieces.map(piece => piece.literals)),
      nullable: pieces.every(piece => piece.nullable),
      captures: pieces.some(piece => piece.captures),
    }
  }

  #repeated(piece: Fragment): Fragment {
    repetition.lastIndex = this.#at
    const found = repetition.exec(this.#pattern)
    if (found === null) return piece
    // After flags alone, (?i)*, RE2 repeats what stood before them.
    if (piece.source === '') throw new UnsupportedSyntaxError()
    this.#at = repetition.lastIndex
    const [text, sign, from, comma, to, lazy = ''] = found
    const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const most =
      sign === undefined
        ? comma === undefined
          ? least
          : to === ''
            ? Infinity
            : Number(to)
        : sign === '?'
          ? 1
          : Infinity
    // JavaScript forgets captures from turn to turn and ends an empty turn; RE2 does neither.
    if (piece.nullable || (piece.captures && most > 1)) this.#same = false
    repetition.lastIndex = this.#at
    if (repetition.test(this.#pattern)) throw new UnsupportedSyntaxError()
    const body = lazy === '' ? text : text.slice(0, -1)
    const once = least === 1 && most === 1
    return {
      source: `${piece.source}${body}${lazy}`,
      literals: once
        ? piece.literals
        : least > 0
          ? { exact: undefined, anyOf: bestLiterals(piece.literals), allOf: piece.literals.allOf }
          : unknownLiterals,
      nullable: piece.nullable || least === 0,
      captures: piece.captures,
    }
  }

  /** `next` is the unit at the present place. */
  #atom(next: string, depth: number): Fragment {
    switch (next) {
      case '(':
        return this.#group(depth)
      case '[':
        return this.#class()
      case '.':
        this.#at++
        return { source: '.', literals: unknownLiterals, nullable: false, captures: false }
      case '^':
      case '$':
        this.#at++
        return assertion(next)
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw new UnsupportedSyntaxError()
      default:
        this.#at++
        return this.#unit(next)
    }
  }

  #group(depth: number): Fragment {
    groupStart.lastIndex = this.#at
    const found = groupStart.exec(this.#pattern)
    if (found === null || (found[0] === '(' && this.#pattern[this.#at + 1] === '?'))
      throw new UnsupportedSyntaxError()
    this.#at = groupStart.lastIndex
    const [text, on = '', off = '', end] = found
    // Without s the dot means something else.
    if (off.includes('s')) throw new UnsupportedSyntaxError()
    const outside = this.#fold
    if (on.includes('i')) this.#fold = true
    if (off.includes('i')) this.#fold = false
    if (end === ')') return { source: '', literals: emptyLiteral, nullable: true, captures: false }
    const inside = this.#alternatives(depth + 1)
    this.#fold = outside
    if (this.#pattern[this.#at] !== ')') throw new UnsupportedSyntaxError()
    this.#at++
    const captures = text === '(' || text.endsWith('>')
    return {
      source: `${captures ? '(' : '(?:'}${inside.source})`,
      literals: inside.literals,
      nullable: inside.nullable,
      captures: captures || inside.captures,
    }
  }

  #escape(): Fragment {
    const letter = this.#pattern[this.#at + 1] ?? ''
    const set = perlClasses[letter]
    if (set !== undefined) {
      this.#at += 2
      return this.#set(set, false)
    }
    if (letter === 'b' || letter === 'B') {
      this.#at += 2
      return assertion(`\\${letter}`)
    }
    if (letter === 'A' || letter === 'z') {
      this.#at += 2
      return assertion(letter === 'A' ? '^' : '$')
    }
    return this.#unit(this.#escapedUnit())
  }

  /** The unit that an escape stands for, past it. */
  #escapedUnit(): string {
    const rest = this.#pattern.slice(this.#at, this.#at + 10)
    const control = /^\\([tnrfva])/.exec(rest)?.[1]
    const code = /^\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,4})\})/.exec(rest)
    const punctuation = /^\\([!-/:-@[-`{-~])/.exec(rest)?.[1]
    let unit: string
    if (control !== undefined)
      unit = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', a: '\x07' }[control] ?? ''
    else if (code !== null) unit = String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16))
    else if (punctuation !== undefined) unit = punctuation
    else throw new UnsupportedSyntaxError()
    this.#at += code === null ? 2 : code[0].length
    return unit
  }

  #class(): Fragment {
    this.#at++
    const negated = this.#pattern[this.#at] === '^'
    if (negated) this.#at++
    const ranges: Range[] = []
    for (let first = true; first || this.#pattern[this.#at] !== ']'; first = false) {
      const set = this.#setInClass()
      if (set !== undefined) {
        ranges.push(...set)
        continue
      }
      const from = this.#unitInClass()
      let to = from
      const next = this.#pattern[this.#at + 1]
      if (this.#pattern[this.#at] === '-' && next !== ']' && next !== undefined) {
        this.#at++
        to = this.#unitInClass()
      }
      if (to < from) throw new UnsupportedSyntaxError()
      ranges.push([from, to])
    }
    this.#at++
    return this.#set(ranges, negated)
  }

  #setInClass(): readonly Range[] | undefined {
    const rest = this.#pattern.slice(this.#at, this.#at + 12)
    const perl = /^\\([dDsSwW])/.exec(rest)
    if (perl !== null) {
      this.#at += 2
      return perlClasses[perl[1] ?? '']
    }
    if (!rest.startsWith('[:')) return undefined
    const posix = /^\[:(\^?)(\w+):\]/.exec(rest)
    const set = posixClasses[posix?.[2] ?? '']
    if (posix === null || set === undefined) throw new UnsupportedSyntaxError()
    this.#at += posix[0].length
    return posix[1] === '' ? set : complement(set)
  }

  #unitInClass(): number {
    const unit = this.#pattern[this.#at]
    if (unit === undefined) throw new UnsupportedSyntaxError()
    if (unit === '\\') return this.#escapedUnit().charCodeAt(0)
    this.#at++
    rejectSurrogate(unit)
    return unit.charCodeAt(0)
  }

  #unit(unit: string): Fragment {
    rejectSurrogate(unit)
    const code = unit.charCodeAt(0)
    if (this.#fold && (code > 0x7f || /[a-z]/i.test(unit))) {
      const set = foldRanges([[code, code]])
      if (set === undefined) throw new UnsupportedSyntaxError()
      this.#folded = true
      const literals = { exact: [unit.toLowerCase()], anyOf: undefined, allOf: [] }
      return { source: classSource(set, false), literals, nullable: false, captures: false }
    }
    return {
      source: /[\w \-:;,="'<>@#%&!~/]/.test(unit) ? unit : unicodeEscape(code),
      literals: { exact: [unit], anyOf: undefined, allOf: [] },
      nullable: false,
      captures: false,
    }
  }

  #set(ranges: readonly Range[], negated: boolean): Fragment {
    const folded = this.#fold ? foldRanges(ranges) : ranges
    if (folded === undefined) throw new UnsupportedSyntaxError()
    // In any case the members are what the set says: an [a] stands for both.
    const members = negated || this.#fold ? undefined : listMembers(folded, 4)
    return {
      source: classSource(folded, negated),
      literals: { exact: members, anyOf: undefined, allOf: [] },
      nullable: false,
      captures: false,
    }
  }
}

/** Something that holds at a place and takes no text. */
function assertion(source: string): Fragment {
  return { source, literals: emptyLiteral, nullable: true, captures: false }
}

function rejectSurrogate(unit: string): void {
  if (unit >= '\ud800' && unit <= '\udfff') throw new UnsupportedSyntaxError()
}
