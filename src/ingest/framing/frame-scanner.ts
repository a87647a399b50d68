import { GREATER, LESS, SPACE } from './bytes.ts'
import { maxOctetCount } from './octet-count.ts'

const maxPriorityDigits = 3
/** Digits of the largest octet count. */
const maxCountDigits = 8

/**
 * Finds the next octet-counted frame in a stream that has lost its framing. Looks for a count, a space and
 * `<PRI>`, such as `57 <34>`. Takes one byte at a time, so that the result does not depend on the chunks of
 * the stream. After `push` has returned true, the members describe the frame until `reset`.
 */
export class FrameScanner {
  octetCount = 0
  /** Bytes of the count's digits and the space after them. */
  headerBytes = 0
  /** The `<PRI>` of the frame, in the first `priBytes` bytes. */
  readonly pri: Buffer = Buffer.alloc(maxPriorityDigits + 2)
  priBytes = 0
  #digits = 0
  #hasSpace = false

  reset(): void {
    this.#digits = this.octetCount = this.priBytes = 0
    this.#hasSpace = false
  }

  /** Reads the first `end` bytes, which contain no complete start of a frame. */
  pushText(bytes: Buffer, end: number): void {
    for (let at = 0; at < end; at++) this.push(bytes[at] ?? 0)
  }

  /** Returns true if this byte completes the start of a frame. Then call `reset` before the next byte. */
  push(byte: number): boolean {
    if (this.priBytes > 0) return this.#pushPri(byte)
    if (this.#hasSpace) {
      if (byte === LESS) this.pri[this.priBytes++] = byte
      else {
        this.reset()
        this.#pushDigit(byte)
      }
      return false
    }
    if (byte === SPACE && this.#digits > 0) {
      this.#hasSpace = true
      this.headerBytes = this.#digits + 1
    } else this.#pushDigit(byte)
    return false
  }

  #pushPri(byte: number): boolean {
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (byte === GREATER && this.priBytes > 1) {
      this.pri[this.priBytes++] = byte
      // A frame is at least as long as its `<PRI>`.
      if (this.octetCount >= this.priBytes) return true
    } else if (isDigit && this.priBytes <= maxPriorityDigits) {
      this.pri[this.priBytes++] = byte
      return false
    }
    // Not a `<PRI>`. Digits after `<` may be the count of the next frame, so they are scanned again.
    const { priBytes } = this
    this.reset()
    for (let at = 1; at < priBytes; at++) this.#pushDigit(this.pri[at] ?? 0)
    return this.push(byte)
  }

  /**
   * Adds a digit to the count; another byte ends the count. Leading zeros, and leading digits while the count
   * is too large, belong to the text before the count and are dropped.
   */
  #pushDigit(byte: number): void {
    const digit = byte - 0x30
    if (digit < 0 || digit > 9) {
      this.#digits = this.octetCount = 0
      return
    }
    if (digit === 0 && this.#digits === 0) return
    this.octetCount = this.octetCount * 10 + digit
    this.#digits++
    while (this.#digits > maxCountDigits || this.octetCount > maxOctetCount) this.#dropFirstDigit()
  }

  /** Drops the first digit of the count, and the zeros after it. */
  #dropFirstDigit(): void {
    this.octetCount %= 10 ** (this.#digits - 1)
    this.#digits = this.octetCount === 0 ? 0 : String(this.octetCount).length
  }
}
