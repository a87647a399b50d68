import type { BodyText } from './body-text.ts'
import { BodyRefusedError } from './fault.ts'
import { nanoHalvesToMicros } from './time.ts'

const varint = 0
const fixed64 = 1
const lengthDelimited = 2
const fixed32 = 5

/**
 * Reads one protobuf message (https://protobuf.dev/programming-guides/encoding). Call `next` to move to a
 * field, then a method for its value, or `skip`. Throws BodyRefusedError for another wire type, and for
 * values beyond the end of the message.
 */
export class ProtobufReader {
  /** Number of the current field. */
  field = 0
  readonly #bytes: Buffer
  readonly #body: BodyText
  #at: number
  readonly #end: number
  #wire = 0

  /** `body`: decodes the texts. */
  constructor(bytes: Buffer, body: BodyText, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#body = body
    this.#at = start
    this.#end = end
  }

  /** Moves to the next field; false at the end. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const tag = this.#varint()
    this.field = Math.floor(tag / 8)
    this.#wire = tag % 8
    return true
  }

  /** An integer; beyond 2^53 it loses its last digits. */
  integer(): number {
    this.#expect(varint)
    return this.#varint()
  }

  /** A signed integer of 64 bits: a number if that is exact, otherwise its digits as text. */
  int64(): number | string {
    this.#expect(varint)
    const from = this.#at
    const value = this.#varint()
    if (value <= Number.MAX_SAFE_INTEGER) return value
    const exact = BigInt.asIntN(64, this.#bigVarint(from))
    return exact >= BigInt(Number.MIN_SAFE_INTEGER) ? Number(exact) : String(exact)
  }

  double(): number {
    this.#expect(fixed64)
    return this.#bytes.readDoubleLE(this.#advance(8))
  }

  /** A time in nanoseconds (fixed64) as microseconds; -1 if it is not valid. */
  nanosAsMicros(): number {
    this.#expect(fixed64)
    const at = this.#advance(8)
    return nanoHalvesToMicros(this.#bytes.readUInt32LE(at + 4), this.#bytes.readUInt32LE(at))
  }

  text(): string {
    const at = this.#content()
    return this.#body.decode(this.#bytes, at, this.#at)
  }

  bytes(): Buffer {
    const at = this.#content()
    return this.#bytes.subarray(at, this.#at)
  }

  /** The next value as a nested message. */
  message(): ProtobufReader {
    const at = this.#content()
    return new ProtobufReader(this.#bytes, this.#body, at, this.#at)
  }

  /** The messages of one field, in order; all other fields are skipped. */
  *messages(field: number): Iterable<Buffer> {
    while (this.next()) {
      if (this.field === field) yield this.bytes()
      else this.skip()
    }
  }

  /** The text of one field, the last if there are several; all other fields are skipped. */
  lastText(field: number): string | undefined {
    let text: string | undefined
    while (this.next()) {
      if (this.field === field) text = this.text()
      else this.skip()
    }
    return text
  }

  skip(): void {
    switch (this.#wire) {
      case varint:
        this.#varint()
        return
      case fixed64:
        this.#advance(8)
        return
      case lengthDelimited:
        this.#advance(this.#varint())
        return
      case fixed32:
        this.#advance(4)
        return
      default:
        throw this.#wrong()
    }
  }

  #expect(wire: number): void {
    if (this.#wire !== wire) throw this.#wrong()
  }

  /** Skips the length of the value and the value; returns the start of the value. */
  #content(): number {
    this.#expect(lengthDelimited)
    return this.#advance(this.#varint())
  }

  #advance(length: number): number {
    const at = this.#at
    if (length > this.#end - at) throw this.#wrong()
    this.#at = at + length
    return at
  }

  #varint(): number {
    let value = 0
    let factor = 1
    for (let count = 0; count < 10; count++) {
      if (this.#at >= this.#end) throw this.#wrong()
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
    throw this.#wrong()
  }

  #bigVarint(from: number): bigint {
    let value = 0n
    for (let at = from, shift = 0n; at < this.#at; at++, shift += 7n) {
      value |= BigInt((this.#bytes[at] ?? 0) & 0x7f) << shift
    }
    return value
  }

  #wrong(): BodyRefusedError {
    return new BodyRefusedError(
      400,
      `The body is not the protobuf message that was expected: field ${this.field} at byte ${this.#at}.`,
    )
  }
}
