import { withEllipsis } from '../../../schema/text/truncate-text.ts'
import { LogqlError } from './logql-error.ts'

/** Maximum nesting of parentheses and functions. */
const maxDepth = 50
/** Maximum operators between numbers and series: evaluation and printing may recurse once for each. */
const maxOperators = 500

/** Reads the tokens of an expression. Methods that expect a token throw a LogqlError if it is missing. */
export class LogqlTokenReader {
  readonly text: string
  readonly #tokens: readonly Token[]
  #index = 0
  #depth = 0
  #operators = 0

  constructor(text: string) {
    this.text = text
    this.#tokens = tokenize(text)
  }

  /** The token that `take` returns next; the last one is of kind `end`. */
  get next(): Token {
    return this.#ahead(0)
  }

  /** The token after `next`. */
  get afterNext(): Token {
    return this.#ahead(1)
  }

  #ahead(count: number): Token {
    const token = this.#tokens[this.#index + count] ?? this.#tokens.at(-1)
    return token ?? { kind: 'end', text: '', at: this.text.length }
  }

  /** Returns the next token and moves past it. */
  take(): Token {
    const token = this.next
    this.#index++
    return token
  }

  /** Whether the next token is one of these signs. */
  is(...signs: readonly string[]): boolean {
    return this.next.kind === 'sign' && signs.includes(this.next.text)
  }

  /** Whether the next token is one of these names. */
  isName(...names: readonly string[]): boolean {
    return this.next.kind === 'name' && names.includes(this.next.text)
  }

  /** Takes the next token if it is this sign. */
  skip(sign: string): boolean {
    const isNext = this.is(sign)
    if (isNext) this.#index++
    return isNext
  }

  /** Takes an operator between numbers or series, and counts it. */
  takeOperator(): Token {
    if (this.#operators++ === maxOperators) throw this.error(`expected at most ${maxOperators} operators`)
    return this.take()
  }

  /** Takes the next token if it is this name. */
  skipName(name: string): boolean {
    const isNext = this.isName(name)
    if (isNext) this.#index++
    return isNext
  }

  expect(sign: string): Token {
    return this.is(sign) ? this.take() : this.refuse(`"${sign}"`)
  }

  /** Reads the comma between the items of a list that ends with `close`. */
  expectComma(close: ')' | '}'): Token {
    return this.is(',') ? this.take() : this.refuse(`"," or "${close}"`)
  }

  expectKind(kind: 'name' | 'text' | 'number' | 'duration', expected: string): Token {
    return this.next.kind === kind ? this.take() : this.refuse(expected)
  }

  expectEnd(): void {
    if (this.next.kind !== 'end') this.refuse('the end')
  }

  /** Reads the content of parentheses or of a function, and limits their nesting. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw this.error(`expected at most ${maxDepth} parentheses and functions within each other`)
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  /** Throws: the next token is not what was expected. */
  refuse(expected: string): never {
    const { kind, text } = this.next
    let actual = `${kind} ${withEllipsis(text, 40)}`
    if (kind === 'end') actual = 'end of the expression'
    else if (kind === 'sign') actual = `"${text}"`
    throw this.error(`syntax error: unexpected ${actual}, expecting ${expected}`)
  }

  /** Throws: the next token is valid LogQL, but not supported. */
  refuseByName(name: string, instead = ''): never {
    throw this.error(`${name} is not supported${instead === '' ? '' : `; ${instead}`}`)
  }

  /** An error to throw, by default at the next token. */
  error(message: string, at = this.next.at): LogqlError {
    return new LogqlError(message, this.text, at)
  }
}

/** Escapes of one character in quoted texts, as in Go. */
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

/**
 * An escape by the code of a character, without its backslash: `x41`, `u0041`, `U00000041` or `101` (octal).
 */
const codeEscape = /x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3}/y

interface Token {
  kind: 'name' | 'text' | 'number' | 'duration' | 'bytes' | 'flag' | 'sign' | 'end'
  /** The characters of the token; of a quoted text, its value. */
  text: string
  /** Index of its first character. */
  at: number
}

const maxExpressionLength = 10_000

/** Longer signs first. */
const signs = ['|=', '|~', '|>', '!=', '!~', '!>', '=~', '==', '>=', '<=', ...'{}()[],=|+-*/%^><@:'] as const

/** White space, or a comment: `# text`. */
const space = /\s+|#[^\n]*/y
const name = /[A-Za-z_][A-Za-z0-9_]*/y
/** `1h30m`. */
const duration = /(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+(?![A-Za-z0-9_.])/y
/** `1.5KiB`. */
const bytes = /\d+(?:\.\d+)?(?:[KMGTPEkmgtpe]i?)?[Bb](?![A-Za-z0-9_.])/y
/** `--keep-empty`. */
const flag = /--[a-z]+(?:-[a-z]+)*/y
const decimal = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![A-Za-z0-9_.])/y

/** Splits an expression into tokens, the last of kind `end`. Throws a LogqlError. */
function tokenize(text: string): Token[] {
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
    const token = tokenAt(match, text, at)
    tokens.push({ ...token, at })
    at += token.text.length
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
    ['flag', flag],
  ] as const
  for (const [kind, pattern] of kinds) {
    const matched = match(pattern)
    if (matched !== undefined) return { kind, text: matched }
  }
  const sign = signs.find(each => text.startsWith(each, at))
  if (sign !== undefined) return { kind: 'sign', text: sign }
  const [character = ''] = text.slice(at)
  throw new LogqlError(`syntax error: unexpected character ${JSON.stringify(character)}`, text, at)
}

/** Reads the quoted text that begins at `start` with a quotation mark or backquote. Throws a LogqlError. */
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
    codeEscape.lastIndex = at + 1
    const [code = ''] = codeEscape.exec(text) ?? []
    value += characterOf(code) ?? refuseEscape(text, at)
    at += code.length
  }
  throw unterminated(text, start)
}

/** The character of a `codeEscape`. Undefined for '', for a surrogate, and for a byte above 127. */
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
