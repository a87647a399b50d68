import { currentFormat, type RowFormat } from '../../../schema/event/row.ts'
import type { RowContent } from './row-content.ts'

/** The bytes are not complete rows: the file is damaged, or was cut. */
export class TornRowsError extends Error {
  override name = 'TornRows'
}

/**
 * Reads the rows of a spool file one after the other, without decoding text. After `next`, its members have
 * the current row: numbers as in schema/event/row.ts, and positions in `bytes`.
 */
export class RowCursor implements RowContent {
  readonly bytes: Buffer
  readonly view: DataView
  id = 0
  ts = 0
  first = 0
  repeat = 0
  count = 0
  earlierStart = 0
  start = 0
  headEnd = 0
  messageStart = 0
  end = 0
  readonly #format: RowFormat
  #at = 0

  constructor(bytes: Buffer, format = currentFormat) {
    this.bytes = bytes
    this.#format = format
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** Moves to the next row; returns false at the end. Throws TornRowsError. */
  next(): boolean {
    if (this.#at === this.bytes.length) return false
    this.id = this.#uint53()
    this.ts = this.#uint53()
    this.first = this.#uint53()
    this.repeat = this.#uint8()
    this.count = this.view.getUint32(this.#skip(4), true)
    const earlierCount = this.#varint()
    if (earlierCount !== this.count - 1 || this.repeat > 1)
      throw new TornRowsError(`not a row of this format before byte ${this.#at}`)
    this.earlierStart = this.#skip(earlierCount * 4)
    this.start = this.#at
    this.#skipText() // host
    this.#skipText() // program
    this.#skip(2) // facility, severity
    if (this.#format.hasClass) this.#skipText()
    this.headEnd = this.#at
    this.#skipText() // mnemonic
    this.#skip(2) // type, status
    if (this.#format.hasTriggers) this.#skip(4 * this.#varint())
    this.messageStart = this.#at
    this.#skipText() // message
    this.#skipText() // tags
    this.end = this.#at
    this.#skipText() // template
    return true
  }

  #skip(length: number): number {
    const start = this.#at
    this.#at += length
    if (this.#at > this.bytes.length) throw new TornRowsError(`a row ends behind byte ${this.bytes.length}`)
    return start
  }

  #uint8(): number {
    return this.view.getUint8(this.#skip(1))
  }

  #uint53(): number {
    const at = this.#skip(8)
    const value = this.view.getUint32(at + 4, true) * 0x1_0000_0000 + this.view.getUint32(at, true)
    if (value > Number.MAX_SAFE_INTEGER) throw new TornRowsError(`a number at byte ${at} is too large`)
    return value
  }

  #varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#uint8()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new TornRowsError(`a length before byte ${this.#at} is too large`)
  }

  #skipText(): void {
    this.#skip(this.#varint())
  }
}
