import { QuerySyntaxError } from './syntax-error.ts'

export type LexemeKind = 'term' | 'and' | 'or' | 'not' | 'open' | 'close' | 'end'

/** A lexeme of the text. `start` and `end` count characters. */
export interface Lexeme {
  kind: LexemeKind
  /** The text of a term as written, without quotation marks; otherwise ''. */
  text: string
  quoted: boolean
  /** A `!` or `-`, which must directly precede what it negates. */
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
export function lexemeAt(chars: readonly string[], from: number): Lexeme {
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
