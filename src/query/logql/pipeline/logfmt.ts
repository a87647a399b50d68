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

  /** The next pair. Undefined at the end, and for a word with a fault: call it again for the next pair. */
  next(): LogfmtPair | undefined {
    const line = this.#line
    while (!this.isAtEnd && line.charCodeAt(this.#at) <= space) this.#at++
    if (this.isAtEnd) return undefined
    const start = this.#at
    const end = this.#scan(code => code === equals || code === quote || code <= space)
    const key = line.slice(start, end)
    const sign = line.charAt(end)
    // `a"b`, and `=b`
    if (sign === '"') return this.#unexpected('"')
    if (sign === '=' && key === '') return this.#unexpected('=')
    if (key.includes('\ufffd')) {
      this.#fail('invalid key')
      return sign === '=' ? this.#skip() : undefined
    }
    // `a` without a value
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
        const value = hasEscape ? unquote(raw) : raw
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

/** Escapes of one character in quoted values. */
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  "'": "'",
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Replaces the escapes in a quoted value; undefined if one is invalid. */
function unquote(raw: string): string | undefined {
  let text = ''
  for (let at = 0; at < raw.length; ) {
    const next = raw.indexOf('\\', at)
    if (next === -1) return text + raw.slice(at)
    text += raw.slice(at, next)
    const kind = raw.charAt(next + 1)
    if (kind !== 'u') {
      const plain = escapes[kind]
      if (plain === undefined) return undefined
      text += plain
      at = next + 2
      continue
    }
    const unit = unitAt(raw, next)
    if (unit === undefined) return undefined
    const low = unit >= 0xd800 && unit < 0xdc00 ? unitAt(raw, next + 6) : undefined
    const isPair = low !== undefined && low >= 0xdc00 && low <= 0xdfff
    if (isPair) text += String.fromCharCode(unit, low)
    else text += unit >= 0xd800 && unit <= 0xdfff ? '\ufffd' : String.fromCharCode(unit)
    at = next + (isPair ? 12 : 6)
  }
  return text
}

/** The code of `\uXXXX` at an index. */
function unitAt(raw: string, at: number): number | undefined {
  const [, digits] = /^\\u([0-9A-Fa-f]{4})/.exec(raw.slice(at, at + 6)) ?? []
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
