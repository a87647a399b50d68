/** Type of each value in our JSON columns: String, in the engine's binary encoding of types. */
const stringType = 0x15
/** Up to this length, JavaScript usually builds a text faster than a Buffer call. */
const maxShortText = 12
const noNumbers: readonly number[] = []

/** Reads RowBinary, value by value. Throws a RangeError when the bytes end within a value. */
export class RowBinaryReader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }

  get ended(): boolean {
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

  /** A length (LEB128). */
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

  skipNumbers(): void {
    const length = this.varUint()
    this.at += 4 * length
  }

  /** A value of a JSON column. */
  dynamicText(): string {
    this.#textType()
    return this.text()
  }

  /** Reads the place of a String. */
  place(place: { from: number; to: number }): void {
    const length = this.varUint()
    place.from = this.at
    place.to = this.at += length
    if (this.at > this.#bytes.length) throw new RangeError('the answer ends within a text')
  }

  /** Reads the place of a value of a JSON column. */
  dynamicPlace(place: { from: number; to: number }): void {
    this.#textType()
    this.place(place)
  }

  skipText(): void {
    const length = this.varUint()
    this.at += length
  }

  /** Compares the texts at two places by their bytes. */
  compareTexts(a: number, b: number): number {
    const bytes = this.#bytes
    const here = this.at
    this.at = a
    const aLength = this.varUint()
    const aStart = this.at
    this.at = b
    const bLength = this.varUint()
    const bStart = this.at
    this.at = here
    for (let index = 0; index < aLength && index < bLength; index++) {
      const difference = (bytes[aStart + index] ?? 0) - (bytes[bStart + index] ?? 0)
      if (difference !== 0) return difference
    }
    return aLength - bLength
  }

  copy(from: number, to: number): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(from, to))
  }

  overwrite(at: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, at)
  }

  #textType(): void {
    const type = this.uint8()
    if (type !== stringType) throw new TypeError(`a tag is of the engine's type ${type}, not a text`)
  }
}
