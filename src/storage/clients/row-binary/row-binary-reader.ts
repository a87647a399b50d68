/** The engine's code of the type String, which precedes each value of a JSON column: ours are all Strings. */
const stringType = 0x15
/** Up to this many bytes, appending characters is faster than Buffer.toString. */
const maxShortText = 12
const noNumbers: readonly number[] = []

/**
 * Reads the engine's format RowBinary, one value after the other. Each method reads a value of one type and
 * moves behind it. Throws a RangeError when the bytes end within a value.
 */
export class RowBinaryReader {
  readonly #bytes: Buffer
  /** Index of the next byte to read. */
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  /** Number of unread bytes. */
  get left(): number {
    return this.#bytes.length - this.at
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.at++)
  }

  uint32(): number {
    const value = this.#bytes.readUInt32LE(this.at)
    this.at += 4
    return value
  }

  /** UInt64 below 2^53. */
  uint64(): number {
    const low = this.#bytes.readUInt32LE(this.at)
    const high = this.#bytes.readUInt32LE(this.at + 4)
    this.at += 8
    return high * 2 ** 32 + low
  }

  /** Int64 between -2^53 and 2^53; also a DateTime64(6), in microseconds. */
  int64(): number {
    const low = this.#bytes.readUInt32LE(this.at)
    const high = this.#bytes.readInt32LE(this.at + 4)
    this.at += 8
    return high * 2 ** 32 + low
  }

  /** A length or a number of elements, in the encoding LEB128. */
  varUint(): number {
    let length = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes.readUInt8(this.at++)
      length += (byte % 128) * shift
      if (byte < 128) return length
    }
  }

  /** A String. Bytes that are not UTF-8 become U+FFFD. */
  text(): string {
    const bytes = this.#bytes
    const length = this.varUint()
    const start = this.at
    const end = start + length
    if (end > bytes.length) throw new RangeError('the answer ends within a text')
    this.at = end
    if (length > maxShortText) return bytes.toString('utf8', start, end)
    let text = ''
    for (let at = start; at < end; at++) {
      const code = bytes[at] ?? 0
      if (code >= 0x80) return bytes.toString('utf8', start, end)
      text += String.fromCharCode(code)
    }
    return text
  }

  /** An Array(UInt32). */
  numbers(): readonly number[] {
    const length = this.varUint()
    if (length === 0) return noNumbers
    if (this.at + 4 * length > this.#bytes.length) throw new RangeError('the answer ends within an array')
    const numbers: number[] = []
    for (let left = length; left > 0; left--) numbers.push(this.uint32())
    return numbers
  }

  /** Skips an Array(UInt32). */
  skipNumbers(): void {
    const length = this.varUint()
    this.#skip(4 * length)
  }

  /** A value of a JSON column: its type, then the String. */
  dynamicText(): string {
    this.#readTextType()
    return this.text()
  }

  /** Skips a String and writes its range of bytes to `place`. */
  locateText(place: { from: number; to: number }): void {
    const length = this.varUint()
    place.from = this.at
    this.at += length
    place.to = this.at
    if (this.at > this.#bytes.length) throw new RangeError('the answer ends within a text')
  }

  /** Skips a value of a JSON column and writes the range of bytes of its text to `place`. */
  locateDynamicText(place: { from: number; to: number }): void {
    this.#readTextType()
    this.locateText(place)
  }

  /** Skips a String. */
  skipText(): void {
    this.#skip(this.varUint())
  }

  /** Compares two Strings by their bytes, as sort() expects. `a` and `b`: indexes at which they begin. */
  compareTexts(a: number, b: number): number {
    const bytes = this.#bytes
    const atBefore = this.at
    this.at = a
    const aLength = this.varUint()
    const aStart = this.at
    this.at = b
    const bLength = this.varUint()
    const bStart = this.at
    this.at = atBefore
    for (let index = 0; index < aLength && index < bLength; index++) {
      const difference = (bytes[aStart + index] ?? 0) - (bytes[bStart + index] ?? 0)
      if (difference !== 0) return difference
    }
    return aLength - bLength
  }

  /** A copy of the bytes from one index to another. */
  copy(from: number, to: number): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(from, to))
  }

  /** Replaces the bytes from an index on. */
  overwrite(at: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, at)
  }

  #skip(length: number): void {
    this.at += length
    if (this.at > this.#bytes.length) throw new RangeError('the answer ends within a value')
  }

  #readTextType(): void {
    const type = this.uint8()
    if (type !== stringType) throw new TypeError(`a tag is of the engine's type ${type}, not a text`)
  }
}
