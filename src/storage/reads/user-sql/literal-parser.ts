import { intervals } from './functions.ts'
import { refusal } from './refusal.ts'
import type { TokenReader } from './token-reader.ts'
import type { Literal } from './tree.ts'

const maxTextLength = 4_000

/** Reads a number, a text, TRUE, FALSE or NULL. */
export function readLiteral(reader: TokenReader): Literal {
  const isNegative = reader.takeSymbol('-')
  const { kind, keyword, text, start } = reader.token
  if (kind === 'number') {
    reader.read()
    const value = Number(text)
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw refusal('The number is too large', start)
    return { kind: 'literal', value: isNegative ? -value : value }
  }
  if (isNegative) throw reader.unexpected('a number')
  if (kind === 'text') {
    reader.read()
    if (text.length > maxTextLength) throw refusal(`A text has at most ${maxTextLength} characters`, start)
    return { kind: 'literal', value: text }
  }
  if (reader.take('NULL')) return { kind: 'literal', value: null }
  if (keyword !== 'TRUE' && keyword !== 'FALSE') throw reader.unexpected('a number or a text in quotes')
  reader.read()
  return { kind: 'literal', value: keyword === 'TRUE' }
}

/**
 * Reads `INTERVAL 5 MINUTE`, `INTERVAL '5' MINUTE` or, as in PostgreSQL, `INTERVAL '5 minutes'`. `maker`: the
 * function that creates it.
 */
export function readInterval(reader: TokenReader): { maker: string; value: number } {
  reader.expect('INTERVAL')
  const { kind, text } = reader.token
  const [, digits, unit] = (kind === 'text' && /^(\d{1,9})(?: +([a-z]+))?$/i.exec(text)) || []
  const value = digits === undefined ? reader.wholeNumber('a whole number') : Number(digits)
  // After this, the next token is the unit, or the text that has both.
  if (digits !== undefined && unit === undefined) reader.read()
  const maker = intervals.get(unit?.toUpperCase() ?? reader.token.keyword)
  if (maker === undefined) throw reader.unexpected('SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR')
  reader.read()
  return { maker, value }
}
