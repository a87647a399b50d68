import { refusal } from './refusal.ts'

/** A token of a statement. */
export interface Token {
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
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const symbol = /<=|>=|<>|!=|==|\|\||[-+*/%=<>(),.[\]]/y
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/
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
    const isOver = start >= sql.length || (sql[start] === ';' && skipSpace(sql, start + 1) >= sql.length)
    if (isOver) {
      return [...tokens, { kind: 'end', text: '', keyword: '', start, end: start }]
    }
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

function textAt(sql: string, start: number): Token {
  let text = ''
  for (let at = start + 1; at < sql.length; at++) {
    const char = sql[at] ?? ''
    const next = sql[at + 1] ?? ''
    if (char === "'" && next !== "'") return { kind: 'text', text, keyword: '', start, end: at + 1 }
    const escaped =
      char === "'" ? "'" : char === '\\' && Object.hasOwn(escapes, next) ? escapes[next] : undefined
    text += escaped ?? char
    if (escaped !== undefined) at++
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
