import { quotedTokens, termTokens } from './term-tokens.ts'
import { limits, type Term, type Tree } from './tree.ts'

const operand = 'a word, a phrase or "("'

/**
 * Parses a message search expression, such as `failed (ssh | "log in") !root`. NOT binds tighter than AND
 * (also implied between neighbours), and AND tighter than OR. Throws QuerySyntaxError beyond `limits` and for
 * syntax errors, and nothing else.
 */
export function parseQuery(text: string): Tree {
  const chars = Array.from(text)
  if (chars.length > limits.characters) {
    throw new QuerySyntaxError(`at most ${limits.characters} characters`, limits.characters)
  }
  return new Parser(chars).parse()
}

/**
 * Recursive descent with one lexeme of lookahead. Only parentheses and negations recurse; their depth is
 * limited.
 */
class Parser {
  readonly #chars: readonly string[]
  #next: Lexeme
  #terms = 0
  #depth = 0

  constructor(chars: readonly string[]) {
    this.#chars = chars
    this.#next = lexemeAt(chars, 0)
  }

  parse(): Tree {
    const tree = this.#parseOr()
    if (!this.#isAt('end')) this.#refuse('a word, an operator or the end')
    return tree
  }

  #parseOr(): Tree {
    const first = this.#parseAnd()
    const parts = [first]
    while (this.#isAt('or')) {
      this.#take()
      parts.push(this.#parseAnd())
    }
    return junction('or', first, parts)
  }

  #parseAnd(): Tree {
    const first = this.#parseNot()
    const parts = [first]
    for (;;) {
      if (this.#isAt('and')) this.#take()
      else if (!beginsOperand[this.#next.kind]) return junction('and', first, parts)
      parts.push(this.#parseNot())
    }
  }

  #parseNot(): Tree {
    if (!this.#isAt('not')) return this.#parsePrimary()
    const { start } = this.#next
    this.#enter()
    const { isSign, end } = this.#take()
    if (isSign && this.#next.start !== end) {
      throw new QuerySyntaxError(`${operand} right after the "${this.#chars[start]}"`, end)
    }
    const of = this.#parseNot()
    this.#depth--
    return { kind: 'not', of, start, end: of.end }
  }

  #parsePrimary(): Tree {
    if (this.#isAt('term')) return this.#parseTerm()
    if (!this.#isAt('open')) this.#refuse(operand)
    this.#enter()
    this.#take()
    const tree = this.#parseOr()
    if (!this.#isAt('close')) this.#refuse('")"')
    this.#take()
    this.#depth--
    return tree
  }

  #parseTerm(): Term {
    if (++this.#terms > limits.terms) this.#refuse(`at most ${limits.terms} terms`)
    const { text, quoted, start, end } = this.#next
    const tokens = quoted ? quotedTokens(text) : termTokens(text)
    if (tokens.length === 0) this.#refuse(`a ${quoted ? 'phrase' : 'word'} with at least one letter or digit`)
    this.#take()
    return { kind: 'term', text, quoted, tokens, start, end }
  }

  #isAt(kind: LexemeKind): boolean {
    return this.#next.kind === kind
  }

  #enter(): void {
    if (++this.#depth > limits.nesting) this.#refuse(`at most ${limits.nesting} levels of nesting`)
  }

  #take(): Lexeme {
    const taken = this.#next
    this.#next = lexemeAt(this.#chars, taken.end)
    return taken
  }

  #refuse(expected: string): never {
    throw new QuerySyntaxError(expected, this.#next.start)
  }
}

const beginsOperand: Readonly<Record<LexemeKind, boolean>> = {
  term: true,
  not: true,
  open: true,
  and: false,
  or: false,
  close: false,
  end: false,
}

function junction(kind: 'and' | 'or', first: Tree, parts: readonly Tree[]): Tree {
  const last = parts.at(-1)
  if (parts.length === 1 || last === undefined) return first
  return { kind, of: parts, start: first.start, end: last.end }
}

type LexemeKind = 'term' | 'and' | 'or' | 'not' | 'open' | 'close' | 'end'

/** A lexeme of the text. `start` and `end` count characters. */
interface Lexeme {
  kind: LexemeKind
  /** The text of a term as written, without quotation marks; otherwise ''. */
  text: string
  quoted: boolean
  /** Whether a NOT is written as `!` or `-`, which its operand must follow without a space. */
  isSign: boolean
  start: number
  end: number
}

const signs: Readonly<Record<string, LexemeKind>> = { '(': 'open', ')': 'close', '|': 'or' }
const words: Readonly<Record<string, LexemeKind>> = { AND: 'and', OR: 'or', NOT: 'not' }
const space = /\s/u

/**
 * The lexeme at or after `from`. `|`, parentheses and `"` are operators anywhere, `!` and `-` only at the
 * start of a term, AND, OR and NOT (in any case) only as whole unquoted words.
 */
function lexemeAt(chars: readonly string[], from: number): Lexeme {
  let start = from
  while (space.test(chars[start] ?? '')) start++
  const char = chars[start]
  if (char === undefined) return lexeme('end', start, start)
  if (char === '"') return quotedTerm(chars, start)
  if (char === '!' || char === '-') return { ...lexeme('not', start, start + 1), isSign: true }
  const sign = Object.hasOwn(signs, char) ? signs[char] : undefined
  if (sign !== undefined) return lexeme(sign, start, start + 1)
  let end = start
  while (end < chars.length && !endsTerm(chars[end] ?? '')) end++
  const text = chars.slice(start, end).join('')
  const upper = text.toUpperCase()
  const word = Object.hasOwn(words, upper) ? words[upper] : undefined
  return word !== undefined ? lexeme(word, start, end) : { ...lexeme('term', start, end), text }
}

function quotedTerm(chars: readonly string[], start: number): Lexeme {
  const close = chars.indexOf('"', start + 1)
  if (close < 0) throw new QuerySyntaxError('a closing quotation mark (")', chars.length)
  const text = chars.slice(start + 1, close).join('')
  return { ...lexeme('term', start, close + 1), text, quoted: true }
}

function endsTerm(char: string): boolean {
  return char === '|' || char === '(' || char === ')' || char === '"' || space.test(char)
}

function lexeme(kind: LexemeKind, start: number, end: number): Lexeme {
  return { kind, text: '', quoted: false, isSign: false, start, end }
}

/** A syntax error of a message search expression: its position and what was expected there. */
export class QuerySyntaxError extends Error {
  override name = 'QuerySyntaxError' as const
  /** 0-based, in characters (Unicode code points, not UTF-16 units). */
  readonly position: number
  readonly expected: string

  constructor(expected: string, position: number) {
    super(`expected ${expected} at position ${position}`)
    this.expected = expected
    this.position = position
  }
}
