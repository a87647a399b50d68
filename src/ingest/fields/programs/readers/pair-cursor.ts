import { isNameCharacter, isSpace } from '../../field-sink.ts'

/** Maximum length of a key. */
const maxKeyLength = 64

/** Finds the `key=value` pairs of a line one by one, in linear time. One cursor serves all lines. */
export class PairCursor {
  #text = ''
  /** The position after the current pair. */
  #at = 0
  #equals = '='
  #stops = ''
  #endsAtSpace = true
  #keyStart = 0
  #keyEnd = 0
  #valueStart = 0
  #valueEnd = 0
  /** Whether the value is in double quotes, which are not part of it. */
  isQuoted = false

  /**
   * Starts with the pairs of another line, from `at` on. `equals`: the character between key and value.
   * `stops`: characters that end a value without quotes. White space ends it too, unless `stops` is a pipe.
   */
  begin(text: string, at: number, equals: '=' | ':', stops: string): void {
    this.#endsAtSpace = stops !== '|'
    this.#text = text
    this.#at = at
    this.#equals = equals
    this.#stops = stops
  }

  get key(): string {
    return this.#text.slice(this.#keyStart, this.#keyEnd)
  }

  get value(): string {
    return this.#text.slice(this.#valueStart, this.#valueEnd)
  }

  /** Where the pair begins. */
  get start(): number {
    return this.#keyStart
  }

  /** The position after the pair. */
  get end(): number {
    return this.#at
  }

  /**
   * Moves to the next pair; its key is the longest name before the equals sign. Returns false at the end of
   * the line, and for a value whose quotes are not closed.
   */
  next(): boolean {
    const text = this.#text
    let from = this.#at
    for (
      let equals = text.indexOf(this.#equals, from);
      equals !== -1;
      equals = text.indexOf(this.#equals, from)
    ) {
      const minStart = Math.max(from, equals - maxKeyLength)
      let start = equals
      while (start > minStart && isNameCharacter(text.charCodeAt(start - 1))) start--
      if (start < equals) {
        this.#keyStart = start
        this.#keyEnd = equals
        return this.#readValue(equals + 1)
      }
      from = equals + 1
    }
    this.#at = text.length
    return false
  }

  #readValue(start: number): boolean {
    const text = this.#text
    this.isQuoted = text.charCodeAt(start) === 0x22
    if (this.isQuoted) {
      const close = findClosingQuote(text, start + 1)
      this.#valueStart = start + 1
      this.#valueEnd = close
      this.#at = close + 1
      return close !== -1
    }
    let at = start
    while (at < text.length && !(this.#endsAtSpace && isSpace(text.charCodeAt(at))) && !this.#isStop(at)) at++
    this.#valueStart = start
    this.#valueEnd = at
    this.#at = at
    return true
  }

  #isStop(at: number): boolean {
    const stops = this.#stops
    if (stops === '') return false
    const unit = this.#text.charCodeAt(at)
    for (let i = 0; i < stops.length; i++) if (stops.charCodeAt(i) === unit) return true
    return false
  }
}

/** The closing double quote, which has no backslash before it; -1 for none. */
export function findClosingQuote(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x5c) at++
    else if (unit === 0x22) return at
  }
  return -1
}
