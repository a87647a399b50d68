import { LogqlError } from './logql-error.ts'
import { type Token, tokenize } from './tokens.ts'

/** Nested parentheses and functions. */
const maxDepth = 50
/** Operators between numbers and series. Evaluation and printing recurse as deep. */
const maxOperators = 500

/**
 * The tokens of an expression, one after the other. Every method that expects a token throws a LogqlError
 * when it is missing.
 */
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

  get next(): Token {
    return this.#ahead(0)
  }

  get afterNext(): Token {
    return this.#ahead(1)
  }

  #ahead(count: number): Token {
    const token = this.#tokens[this.#index + count] ?? this.#tokens.at(-1)
    return token ?? { kind: 'end', text: '', at: this.text.length }
  }

  take(): Token {
    const token = this.next
    this.#index++
    return token
  }

  is(...signs: readonly string[]): boolean {
    return this.next.kind === 'sign' && signs.includes(this.next.text)
  }

  isName(...names: readonly string[]): boolean {
    return this.next.kind === 'name' && names.includes(this.next.text)
  }

  /** Takes the sign if it is the next token. */
  skip(sign: string): boolean {
    const found = this.is(sign)
    if (found) this.#index++
    return found
  }

  /** Takes an operator between numbers or series; limits how many there are. */
  takeOperator(): Token {
    if (this.#operators++ === maxOperators) throw this.error(`expected at most ${maxOperators} operators`)
    return this.take()
  }

  skipName(name: string): boolean {
    const found = this.isName(name)
    if (found) this.#index++
    return found
  }

  expect(sign: string): Token {
    return this.is(sign) ? this.take() : this.refuse(`"${sign}"`)
  }

  /** Reads the comma between the items of a list that ends with `close`. */
  expectComma(close: ')' | '}'): Token {
    return this.is(',') ? this.take() : this.refuse(`"," or "${close}"`)
  }

  expectKind(kind: 'name' | 'text' | 'number' | 'duration', what: string): Token {
    return this.next.kind === kind ? this.take() : this.refuse(what)
  }

  expectEnd(): void {
    if (this.next.kind !== 'end') this.refuse('the end')
  }

  /** Reads the contents of parentheses or of a function; limits how deep they nest. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw this.error(`expected at most ${maxDepth} parentheses and functions within each other`)
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  /** Says what was expected instead of the next token. */
  refuse(expected: string): never {
    const { kind, text } = this.next
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
    const found =
      kind === 'end' ? 'end of the expression' : kind === 'sign' ? `"${text}"` : `${kind} ${shown}`
    throw this.error(`syntax error: unexpected ${found}, expecting ${expected}`)
  }

  /** Says that the next token is LogQL, but not of the subset. */
  refuseByName(what: string, instead = ''): never {
    throw this.error(`${what} is not supported${instead === '' ? '' : `; ${instead}`}`)
  }

  error(message: string, at = this.next.at): LogqlError {
    return new LogqlError(message, this.text, at)
  }
}
