import { refusal } from './refusal.ts'
import { isTagColumn } from './tag-columns.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Words that are names only when quoted. */
const reserved = new Set(
  (
    'SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT ALL DISTINCT AS JOIN INNER LEFT RIGHT FULL OUTER CROSS ON USING ' +
    'AND OR NOT IN LIKE ILIKE BETWEEN IS NULL CASE WHEN THEN ELSE END BY ASC DESC WITH OVER PARTITION INTERVAL CAST TRUE FALSE ARRAY ' +
    'SETTINGS FORMAT INTO PREWHERE FINAL SAMPLE QUALIFY WINDOW ANY ASOF SEMI ANTI GLOBAL PASTE EXISTS NULLS ROWS RANGE'
  ).split(' '),
)

/** Reads the tokens of a statement in order. */
export class TokenReader {
  readonly sql: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(sql: string) {
    this.sql = sql
    this.#tokens = tokensOf(sql)
  }

  get token(): Token {
    return this.#ahead(0)
  }

  get next(): Token {
    return this.#ahead(1)
  }

  /** Index after the last token that was read. */
  get end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  /** Whether FILTER ( follows: after a call it begins a clause, elsewhere it is a name. */
  get isFilter(): boolean {
    return this.is('FILTER') && this.next.text === '(' && this.#ahead(2).keyword === 'WHERE'
  }

  /** Whether a part of a time and FROM follow an opening parenthesis, as in EXTRACT(HOUR FROM time). */
  get hasExtractedPart(): boolean {
    return this.#ahead(2).keyword === 'FROM'
  }

  read(): Token {
    const { token } = this
    if (token.kind !== 'end') this.#at++
    return token
  }

  is(...keywords: readonly string[]): boolean {
    return keywords.includes(this.token.keyword)
  }

  isSymbol(...symbols: readonly string[]): boolean {
    return this.token.kind === 'symbol' && symbols.includes(this.token.text)
  }

  /** Reads this keyword if it is the next token. */
  take(keyword: string): boolean {
    if (!this.is(keyword)) return false
    this.read()
    return true
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.read()
    return true
  }

  expect(keyword: string): void {
    if (!this.take(keyword)) throw this.unexpected(keyword)
  }

  expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(symbol)
  }

  /** A name that is not reserved. */
  name(what: string): string {
    if (!this.isName()) throw this.unexpected(what)
    const { text, start } = this.read()
    if (isTagColumn(text)) throw refusal(`The name ${text} is taken; a tag is tags['name']`, start)
    return text
  }

  isName(): boolean {
    const { kind, keyword } = this.token
    return kind === 'name' && !reserved.has(keyword)
  }

  text(what: string): string {
    if (this.token.kind !== 'text') throw this.unexpected(what)
    return this.read().text
  }

  /** A whole number, at least 0. */
  wholeNumber(what: string): number {
    const value = Number(this.token.text)
    if (this.token.kind !== 'number' || !Number.isSafeInteger(value)) throw this.unexpected(what)
    this.read()
    return value
  }

  /** The items of a comma-separated list. */
  list<T>(item: () => T): T[] {
    const items = [item()]
    while (this.takeSymbol(',')) items.push(item())
    return items
  }

  /** The error that the next token is not `wanted`. */
  unexpected(wanted: string): Error {
    const { kind, start, end } = this.token
    const found = kind === 'end' ? 'the end' : this.sql.slice(start, Math.min(end, start + 40))
    return refusal(`Expected ${wanted}, not ${found}`, start)
  }

  #ahead(distance: number): Token {
    const token = this.#tokens[Math.min(this.#at + distance, this.#tokens.length - 1)]
    if (token === undefined) throw new RangeError('the tokens of a statement have an end')
    return token
  }
}
