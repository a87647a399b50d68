import { LogqlError } from './logql-error.ts'

/** Escapes of one character in texts in quotation marks, as in Go. */
const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
}

const coded = /x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3}/y

export interface Token {
  kind: 'name' | 'text' | 'number' | 'duration' | 'bytes' | 'sign' | 'end'
  /** The characters of the token; for a text its meaning. */
  text: string
  /** Index of its first character. */
  at: number
}

/** Characters of an expression. */
const maxExpressionLength = 10_000

/** Longer signs first. */
const signs = ['|=', '|~', '|>', '!=', '!~', '!>', '=~', '==', '>=', '<=', ...'{}()[],=|+-*/%^><@'] as const

const space = /\s+|#[^\n]*/y
const name = /[A-Za-z_][A-Za-z0-9_]*/y
const duration = /(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+(?![A-Za-z0-9_.])/y
const bytes = /\d+(?:\.\d+)?(?:[KMGTPE]i?B|[kmgtpe]i?b|B|b)(?![A-Za-z0-9_.])/y
const decimal = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![A-Za-z0-9_.])/y

/** The tokens of an expression, followed by one of kind `end`. Throws a LogqlError. */
export function tokenize(text: string): Token[] {
  if (text.length > maxExpressionLength)
    throw new LogqlError(
      `expected at most ${maxExpressionLength} characters in an expression`,
      text,
      maxExpressionLength,
    )
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const skipped = match(space)
    if (skipped !== undefined) {
      at += skipped.length
      continue
    }
    const first = text.charAt(at)
    if (first === '"' || first === '`') {
      const { value, end } = readString(text, at)
      tokens.push({ kind: 'text', text: value, at })
      at = end
      continue
    }
    const found = tokenAt(match, text, at)
    tokens.push({ ...found, at })
    at += found.text.length
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function tokenAt(
  match: (pattern: RegExp) => string | undefined,
  text: string,
  at: number,
): Pick<Token, 'kind' | 'text'> {
  const kinds = [
    ['name', name],
    ['duration', duration],
    ['bytes', bytes],
    ['number', decimal],
  ] as const
  for (const [kind, pattern] of kinds) {
    const found = match(pattern)
    if (found !== undefined) return { kind, text: found }
  }
  const sign = signs.find(one => text.startsWith(one, at))
  if (sign !== undefined) return { kind: 'sign', text: sign }
  const [character = ''] = text.slice(at)
  throw new LogqlError(`syntax error: unexpected character ${JSON.stringify(character)}`, text, at)
}

/**
 * The text that begins at `start` with a quotation mark or a backquote, and the index after its end. Throws a
 * LogqlError.
 */
function readString(text: string, start: number): { value: string; end: number } {
  const quote = text.charAt(start)
  if (quote === '`') {
    const end = text.indexOf('`', start + 1)
    if (end === -1) throw unterminated(text, start)
    return { value: text.slice(start + 1, end), end: end + 1 }
  }
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') return { value, end: at + 1 }
    if (character === '\n') break
    if (character !== '\\') {
      value += character
      continue
    }
    const simple = escapes[text.charAt(at + 1)]
    if (simple !== undefined) {
      value += simple
      at++
      continue
    }
    coded.lastIndex = at + 1
    const [found = ''] = coded.exec(text) ?? []
    value += characterOf(found) ?? refuseEscape(text, at)
    at += found.length
  }
  throw unterminated(text, start)
}

/**
 * undefined when the code is not a character: half of a surrogate pair, or a byte above 127, which is part of
 * one.
 */
function characterOf(code: string): string | undefined {
  const isByte = code.startsWith('x') || /^\d/.test(code)
  const number = Number.parseInt(code.replace(/^[xuU]/, ''), /^\d/.test(code) ? 8 : 16)
  if (Number.isNaN(number) || number > (isByte ? 0x7f : 0x10ffff)) return undefined
  return number >= 0xd800 && number <= 0xdfff ? undefined : String.fromCodePoint(number)
}

function refuseEscape(text: string, at: number): never {
  throw new LogqlError('invalid char escape; in a regular expression write \\\\ or use backquotes', text, at)
}

function unterminated(text: string, at: number): LogqlError {
  return new LogqlError('literal not terminated', text, at)
}
