import { complement, perlClasses, posixClasses, type Range } from './class-set.ts'

/** The translation to JavaScript (translate.ts) does not support a pattern, although RE2 may support it. */
export class UnsupportedSyntaxError extends Error {}

const controls: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\x07',
}
/** `\n`, `\x41`, `\x{212a}` or `\.`. */
const escapeSequence =
  /\\(?:(?<control>[tnrfva])|x(?<code>[0-9A-Fa-f]{2})|x\{(?<braced>[0-9A-Fa-f]{1,4})\}|(?<punctuation>[!-/:-@[-`{-~]))/y
const perlClass = /\\([dDsSwW])/y
const posixClass = /\[:(\^?)(\w+):\]/y

/** Reads the characters, escapes and classes of an RE2 pattern from left to right. */
export class PatternReader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** The next UTF-16 unit, or the unit `offset` units after it; undefined at the end. */
  peek(offset = 0): string | undefined {
    return this.#pattern[this.#at + offset]
  }

  skip(units: number): void {
    this.#at += units
  }

  /** Matches a sticky expression at the current position and moves past the match; undefined for no match. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at
    const match = sticky.exec(this.#pattern)
    if (match === null) return undefined
    this.#at = sticky.lastIndex
    return match
  }

  /** Reads an escape such as `\.` or `\x41`. Returns the unit that it stands for. */
  readEscapedUnit(): string {
    const groups = this.match(escapeSequence)?.groups
    if (groups === undefined) throw new UnsupportedSyntaxError()
    const { control, code, braced, punctuation } = groups
    if (control !== undefined) return controls[control] ?? ''
    return punctuation ?? String.fromCharCode(Number.parseInt(code ?? braced ?? '', 16))
  }

  /** Reads a character class such as `[a-f\d]`, whose `[` is next. */
  readClass(): { ranges: Range[]; negated: boolean } {
    this.skip(1)
    const negated = this.peek() === '^'
    if (negated) this.skip(1)
    const ranges: Range[] = []
    // A `]` right after the start is a member of the class.
    for (let isFirst = true; isFirst || this.peek() !== ']'; isFirst = false) {
      const set = this.#readNamedClass()
      if (set !== undefined) {
        ranges.push(...set)
        continue
      }
      const from = this.#readClassUnit()
      let to = from
      const end = this.peek(1)
      if (this.peek() === '-' && end !== ']' && end !== undefined) {
        this.skip(1)
        to = this.#readClassUnit()
      }
      if (to < from) throw new UnsupportedSyntaxError()
      ranges.push([from, to])
    }
    this.skip(1)
    return { ranges, negated }
  }

  /** Reads `\d` or `[:alpha:]` within a class; undefined for anything else. */
  #readNamedClass(): readonly Range[] | undefined {
    const perl = this.match(perlClass)
    if (perl !== undefined) return perlClasses[perl[1] ?? '']
    if (this.peek() !== '[' || this.peek(1) !== ':') return undefined
    const posix = this.match(posixClass)
    const set = posixClasses[posix?.[2] ?? '']
    if (posix === undefined || set === undefined) throw new UnsupportedSyntaxError()
    return posix[1] === '' ? set : complement(set)
  }

  #readClassUnit(): number {
    const unit = this.peek()
    if (unit === undefined) throw new UnsupportedSyntaxError()
    if (unit === '\\') return this.readEscapedUnit().charCodeAt(0)
    this.skip(1)
    rejectSurrogate(unit)
    return unit.charCodeAt(0)
  }
}

/** Throws UnsupportedSyntaxError for a surrogate: RE2 reads a pair as one character. */
export function rejectSurrogate(unit: string): void {
  if (unit >= '\ud800' && unit <= '\udfff') throw new UnsupportedSyntaxError()
}
