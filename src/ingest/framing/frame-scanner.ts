import { maxOctetCount } from './octet-count.ts'

const SPACE = 0x20
const LESS = 0x3c
const GREATER = 0x3e
const maxPriorityDigits = 3
/** Enough for the largest octet count. */
const maxDigits = 8

/**
 * Finds the next octet counted frame in bytes whose framing is lost: a count, a space and `<PRI>`. Takes one
 * byte at a time, so the result does not depend on how the bytes are cut.
 */
export class FrameScanner {
  /** Octet count of the frame found, and the length of its count and space. */
  count = 0
  headerBytes = 0
  /** `<PRI>` of that frame, `prefixBytes` long. */
  readonly prefix: Buffer = Buffer.alloc(maxPriorityDigits + 2)
  prefixBytes = 0
  #digits = 0
  #hasSpace = false

  reset(): void {
    this.#digits = this.count = this.prefixBytes = 0
    this.#hasSpace = false
  }

  /**
   * Returns whether this byte, the `>` of `<PRI>`, completes the beginning of a frame; the caller then calls
   * `reset`.
   */
  push(byte: number): boolean {
    if (this.prefixBytes > 0) return this.#pushPrefix(byte)
    if (this.#hasSpace) {
      if (byte === LESS) this.prefix[this.prefixBytes++] = byte
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

  #pushPrefix(byte: number): boolean {
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (byte === GREATER && this.prefixBytes > 1) {
      this.prefix[this.prefixBytes++] = byte
      if (this.count >= this.prefixBytes) return true
    } else if (isDigit && this.prefixBytes <= maxPriorityDigits) {
      this.prefix[this.prefixBytes++] = byte
      return false
    }
    // The digits of this one may be the count of another frame.
    const { prefixBytes } = this
    this.reset()
    for (let at = 1; at < prefixBytes; at++) this.#pushDigit(this.prefix[at] ?? 0)
    return this.push(byte)
  }

  /**
   * A count has no leading zero and is not too large: digits before it belong to the text that precedes it.
   */
  #pushDigit(byte: number): void {
    const digit = byte - 0x30
    if (digit < 0 || digit > 9) {
      this.#digits = this.count = 0
      return
    }
    if (digit === 0 && this.#digits === 0) return
    this.count = this.count * 10 + digit
    this.#digits++
    while (this.#digits > maxDigits || this.count > maxOctetCount) this.#dropFirstDigit()
  }

  #dropFirstDigit(): void {
    this.count %= 10 ** (this.#digits - 1)
    this.#digits = this.count === 0 ? 0 : String(this.count).length
  }
}
