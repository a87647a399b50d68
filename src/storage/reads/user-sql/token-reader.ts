import { refusal } from './refusal.ts'
import { isTagColumn } from './tag-columns.ts'

/** Words that are names only when quoted. */
const reserved = new Set(
  (
    'SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT ALL DISTINCT AS JOIN INNER LEFT RIGHT FULL OUTER CROSS ON USING ' +
    'AND OR NOT IN LIKE ILIKE BETWEEN IS NULL CASE WHEN THEN ELSE END BY ASC DESC WITH OVER PARTITION INTERVAL CAST TRUE FALSE ARRAY ' +
    'SETTINGS FORMAT INTO PREWHERE FINAL SAMPLE QUALIFY WINDOW ANY ASOF SEMI ANTI GLOBAL PASTE EXISTS NULLS ROWS RANGE'
  ).split(' '),
)

/**
 * Reads the tokens of a statement in order. `token` is the next token, which is not read yet. `is…` tests it,
 * `take…` reads it if it is the wanted one, and `expect…` throws a Fault sql_refused if it is not. A keyword
 * is named in upper case, a symbol is an operator or a punctuation mark. `wanted` is the text for such a
 * Fault: what was expected instead.
 */
export class TokenReader {
  readonly sql: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(sql: string) {
    this.sql = sql
    this.#tokens = tokensOf(sql)
  }

  /** The next token. */
  get token(): Token {
    return this.#ahead(0)
  }

  /** The token after `token`. */
  get tokenAfter(): Token {
    return this.#ahead(1)
  }

  /** Index after the last token that was read. */
  get end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  /** Whether `FILTER (WHERE` is next, a clause of the call before it. Otherwise FILTER is a name. */
  get isFilter(): boolean {
    return this.is('FILTER') && this.tokenAfter.text === '(' && this.#ahead(2).keyword === 'WHERE'
  }

  /** Whether `(HOUR FROM` is next, or the like with another word: EXTRACT(HOUR FROM time), after its name. */
  get hasExtractedPart(): boolean {
    return this.#ahead(2).keyword === 'FROM'
  }

  /** Reads the next token. At the end, returns the end token, each time. */
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

  /** Returns whether the keyword was there and is read. */
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

  /** Reads a name. */
  name(wanted: string): string {
    if (!this.isName()) throw this.unexpected(wanted)
    const { text, start } = this.read()
    if (isTagColumn(text)) throw refusal(`The name ${text} is taken; a tag is tags['name']`, start)
    return text
  }

  /** Whether the next token is a quoted name, or a word that is not reserved. */
  isName(): boolean {
    const { kind, keyword } = this.token
    return kind === 'name' && !reserved.has(keyword)
  }

  /** Reads a text in quotes. */
  text(wanted: string): string {
    if (this.token.kind !== 'text') throw this.unexpected(wanted)
    return this.read().text
  }

  /** Reads a whole number, at least 0. */
  wholeNumber(wanted: string): number {
    const value = Number(this.token.text)
    if (this.token.kind !== 'number' || !Number.isSafeInteger(value)) throw this.unexpected(wanted)
    this.read()
    return value
  }

  /** Reads the items of a comma-separated list, at least one. */
  list<T>(item: () => T): T[] {
    const items = [item()]
    while (this.takeSymbol(',')) items.push(item())
    return items
  }

  /** The Fault that the next token is not `wanted`. */
  unexpected(wanted: string): Error {
    const { kind, start, end } = this.token
    const found = kind === 'end' ? 'the end' : this.sql.slice(start, Math.min(end, start + 40))
    return refusal(`Expected ${wanted}, not ${found}`, start)
  }

  /** The token at this distance from the next one, or the end token. */
  #ahead(distance: number): Token {
    const token = this.#tokens[Math.min(this.#at + distance, this.#tokens.length - 1)]
    if (token === undefined) throw new RangeError('the tokens of a statement have an end')
    return token
  }
}

/** A token of a statement. */
interface Token {
  /** `name`: a word or a quoted name. A word in upper case is `keyword`. */
  kind: 'name' | 'text' | 'number' | 'symbol' | 'end'
  /** The text it represents: for a literal, without quotes and escapes. */
  text: string
  /** For an unquoted word, the word in upper case; otherwise ''. */
  keyword: string
  /** Indexes of its first character, and of the character after it. */
  start: number
  end: number
}

const maxTokens = 4_000
const maxNameLength = 64

const space = /[ \t\r\n]*/y
const word = /[A-Za-z_][A-Za-z0-9_]*/y
/** `7`, `0.5`, `.5`, `1e-3`. A sign is a token of its own. */
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const symbol = /<=|>=|<>|!=|==|\|\||[-+*/%=<>(),.[\]]/y
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/
/** A comment up to the end of its line, or the beginning of a comment that ends at the next `*` and `/`. */
const comment = /--[^\n]*|\/\*/y

/**
 * The tokens of a statement, ending with its end token. A statement consists only of these: other characters
 * and a second statement are refused. Comments and one semicolon at the end are left out, and never reach the
 * engine.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; ; ) {
    const start = skipSpace(sql, at)
    const isLastSemicolon = sql[start] === ';' && skipSpace(sql, start + 1) >= sql.length
    if (start >= sql.length || isLastSemicolon)
      return [...tokens, { kind: 'end', text: '', keyword: '', start, end: start }]
    const token = tokenAt(sql, start)
    tokens.push(token)
    if (tokens.length > maxTokens)
      throw refusal(`A statement has at most ${maxTokens} words and signs`, start)
    at = token.end
  }
}

/** Index of the first character from `at` on that is outside white space and comments. */
function skipSpace(sql: string, at: number): number {
  for (let next = at; ; ) {
    next += matchAt(space, sql, next)?.length ?? 0
    const begun = matchAt(comment, sql, next)
    if (begun === undefined) return next
    if (begun !== '/*') {
      next += begun.length
      continue
    }
    const end = sql.indexOf('*/', next + 2)
    if (end < 0) throw refusal('A comment has no end', next)
    next = end + 2
  }
}

function tokenAt(sql: string, start: number): Token {
  const char = sql[start] ?? ''
  if (char === "'") return textAt(sql, start)
  if (char === '"' || char === '`') return quotedName(sql, start, char)
  const name = matchAt(word, sql, start)
  if (name !== undefined) {
    checkLength(name, start)
    return { kind: 'name', text: name, keyword: name.toUpperCase(), start, end: start + name.length }
  }
  const digits = matchAt(number, sql, start)
  if (digits !== undefined) {
    const end = start + digits.length
    if (matchAt(word, sql, end) !== undefined) throw refusal('A number is followed by letters', end)
    return { kind: 'number', text: digits, keyword: '', start, end }
  }
  const sign = matchAt(symbol, sql, start)
  if (sign !== undefined) return { kind: 'symbol', text: sign, keyword: '', start, end: start + sign.length }
  if (char === ';') throw refusal('One statement is accepted, not several', start)
  throw refusal(
    `The character ${JSON.stringify(String.fromCodePoint(sql.codePointAt(start) ?? 0))} is not accepted outside of a text`,
    start,
  )
}

/** Escapes within texts, as in ClickHouse; a backslash before another character is kept. */
const escapes: Readonly<Record<string, string>> = { "'": "'", '\\': '\\', n: '\n', t: '\t', r: '\r' }

/** The text in quotes that begins at `start`: `'it''s'` or `'it\'s'`. */
function textAt(sql: string, start: number): Token {
  let text = ''
  for (let at = start + 1; at < sql.length; at++) {
    const char = sql[at] ?? ''
    const next = sql[at + 1] ?? ''
    if (char === "'" && next !== "'") return { kind: 'text', text, keyword: '', start, end: at + 1 }
    const isDoubledQuote = char === "'"
    const isEscape = char === '\\' && Object.hasOwn(escapes, next)
    text += isEscape ? escapes[next] : char
    if (isDoubledQuote || isEscape) at++
  }
  throw refusal('A text has no closing quotation mark', start)
}

function quotedName(sql: string, start: number, quote: string): Token {
  const end = sql.indexOf(quote, start + 1)
  if (end < 0) throw refusal('A name has no closing quotation mark', start)
  const text = sql.slice(start + 1, end)
  if (!plainName.test(text)) throw refusal('A name has letters, digits and underscores only', start)
  checkLength(text, start)
  return { kind: 'name', text, keyword: '', start, end: end + 1 }
}

function checkLength(name: string, start: number): void {
  if (name.length > maxNameLength) throw refusal(`A name has at most ${maxNameLength} characters`, start)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
