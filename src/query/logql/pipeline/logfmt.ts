import { unquoteLogfmt } from './logfmt-text.ts'

interface LogfmtPair {
  key: string
  value: string
}

/** The line is not logfmt. The message is Loki's. */
export class LogfmtFault {
  readonly message: string

  constructor(line: string, at: number, reason: string) {
    const position = Buffer.byteLength(line.slice(0, at)) + 1
    this.message = `logfmt syntax error at pos ${position} : ${reason}`
  }
}

const space = 32
const quote = 34
const equals = 61

/** Reads pairs, `key=value key="a value" key`, in linear time. */
export class LogfmtReader {
  readonly #line: string
  #at = 0
  /** The latest fault. */
  fault: LogfmtFault | undefined

  constructor(line: string) {
    this.#line = line
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#line.length
  }

  /** The next pair. Undefined at the end, and after a fault, when it may be called again. */
  next(): LogfmtPair | undefined {
    const line = this.#line
    while (!this.isAtEnd && line.charCodeAt(this.#at) <= space) this.#at++
    if (this.isAtEnd) return undefined
    const start = this.#at
    const end = this.#scan(code => code === equals || code === quote || code <= space)
    const key = line.slice(start, end)
    const sign = line.charAt(end)
    if (sign === '"') return this.#unexpected('"')
    if (sign === '=' && key === '') return this.#unexpected('=')
    if (key.includes('\ufffd')) {
      this.#fail('invalid key')
      return sign === '=' ? this.#skip() : undefined
    }
    if (sign !== '=') return { key, value: '' }
    this.#at++
    return line.charAt(this.#at) === '"' ? this.#quoted(key) : this.#bare(key)
  }

  #bare(key: string): LogfmtPair | undefined {
    const start = this.#at
    const end = this.#scan(code => code === equals || code === quote || code <= space)
    const sign = this.#line.charAt(end)
    if (sign === '=' || sign === '"') return this.#unexpected(sign)
    return { key, value: this.#line.slice(start, end) }
  }

  #quoted(key: string): LogfmtPair | undefined {
    const line = this.#line
    const start = this.#at
    let hasEscape = false
    for (let i = start + 1; i < line.length; i++) {
      const character = line.charAt(i)
      if (character === '\\') {
        hasEscape = true
        i++
      } else if (character === '"') {
        this.#at = i + 1
        const raw = line.slice(start + 1, i)
        const value = hasEscape ? unquoteLogfmt(raw) : raw
        if (value !== undefined) return { key, value }
        return this.#fail('invalid quoted value')
      }
    }
    this.#at = line.length
    return this.#fail('unterminated quoted value')
  }

  /** Moves to the first character that `isEnd` accepts, or to the end. */
  #scan(isEnd: (code: number) => boolean): number {
    while (!this.isAtEnd && !isEnd(this.#line.charCodeAt(this.#at))) this.#at++
    return this.#at
  }

  #unexpected(sign: string): undefined {
    this.#fail(`unexpected '${sign}'`)
    return this.#skip()
  }

  /** Moves past the word with the fault. */
  #skip(): undefined {
    this.#scan(code => code <= space)
    return undefined
  }

  #fail(reason: string): undefined {
    this.fault = new LogfmtFault(this.#line, this.#at, reason)
    return undefined
  }
}
