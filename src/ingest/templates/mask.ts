import { longestTemplated, placeholders } from '../../schema/template.ts'
import type { RowBuffer } from '../spool/row-buffer.ts'

const digitsMark = placeholders.digits.charCodeAt(0)
const hexMark = placeholders.hex.charCodeAt(0)
const mixedMark = placeholders.mixed.charCodeAt(0)

const separator = 0
const hexLetter = 1
const letter = 2
const digit = 4
/** A byte of a character outside ASCII. */
const high = 8
/** A byte that means a placeholder. */
const reserved = 16

const kinds = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  const text = String.fromCharCode(byte)
  if (byte >= 0x80) kinds[byte] = high
  else if (byte >= digitsMark && byte <= mixedMark) kinds[byte] = reserved
  else if (/[0-9]/.test(text)) kinds[byte] = digit
  else if (/[a-fA-F]/.test(text)) kinds[byte] = hexLetter
  else if (/[a-zA-Z]/.test(text)) kinds[byte] = letter
}

/** A run that changes so often between letters and digits is an id, not a name with a number. */
const changesOfIds = 3
const longestName = 24
const colon = 0x3a
const dash = 0x2d
const zero = 0x30
const smallX = 0x78

/** Writes the templates of messages; a byte at a time, since it is done for every event. */
export class Mask {
  readonly bytes = Buffer.allocUnsafeSlow(longestTemplated + 4)
  readonly #words = new Int32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2)
  /** Of the template that was written last; 0: the message has none. */
  length = 0
  /** Two independent hashes of it, 32 bits each. */
  hash = 0
  check = 0

  /** Makes the template of the UTF-8 text in [start, end). */
  write(text: Buffer, start: number, end: number): void {
    this.length = 0
    // Its template may be shorter, but what is that long has few equals.
    if (end - start > longestTemplated) return
    const { bytes } = this
    let out = 0
    let at = start
    /** Where a chain of hexadecimal runs, joined by : or -, began in the template and in the text; -1: there is none. */
    let chainOut = -1
    let chainAt = -1
    let chainHasHex = false
    let chainRuns = 0
    while (at < end) {
      let byte = text[at] ?? 0
      let kind = kinds[byte] ?? 0
      if (kind === separator) {
        at++
        if (chainOut >= 0) {
          const joins = (byte === colon || byte === dash) && at < end && isHexDigit(text[at] ?? 0)
          if (!joins) {
            if (chainHasHex && chainRuns > 1) out = rewrite(bytes, chainOut, text, chainAt, at - 1)
            chainOut = -1
          }
        }
        bytes[out++] = byte
        continue
      }
      // A run: pieces of digits, a placeholder each, in turn with others. It is shortened at its end if need be.
      const from = at
      const runOut = out
      let seen = 0
      let changes = -1
      do {
        changes++
        if (kind === digit) {
          bytes[out++] = digitsMark
          seen |= digit
          do kind = ++at < end ? (kinds[text[at] ?? 0] ?? 0) : separator
          while (kind === digit)
          byte = text[at] ?? 0
        } else {
          do {
            bytes[out++] = byte
            seen |= kind
            if (++at === end) {
              kind = separator
              break
            }
            byte = text[at] ?? 0
            kind = kinds[byte] ?? 0
          } while (kind !== separator && kind !== digit)
        }
      } while (kind !== separator)
      if (seen >= reserved) return
      if ((seen & (letter | high)) === 0) {
        if (chainOut < 0) {
          chainOut = runOut
          chainAt = from
          chainHasHex = false
          chainRuns = 0
        }
        chainRuns++
        if (seen === (hexLetter | digit)) {
          chainHasHex = true
          out = runOut
          bytes[out++] = hexMark
        }
      } else {
        // What is joined to this run is no chain of hexadecimal numbers.
        chainOut = -1
        if ((seen & digit) !== 0 && (seen & high) === 0 && isId(text, from, at, changes)) {
          out = runOut
          bytes[out++] = mixedMark
        }
      }
    }
    if (chainOut >= 0 && chainHasHex && chainRuns > 1) out = rewrite(bytes, chainOut, text, chainAt, end)
    this.length = out
    this.#mix()
  }

  /** Four bytes at a time. */
  #mix(): void {
    const { bytes, length } = this
    const words = this.#words
    bytes[length] = 0
    bytes[length + 1] = 0
    bytes[length + 2] = 0
    const count = (length + 3) >> 2
    let a = 0x811c9dc5 ^ length
    let b = 0x9747b28c
    for (let i = 0; i < count; i++) {
      const word = words[i] ?? 0
      a = Math.imul(a ^ word, 0x01000193)
      a ^= a >>> 13
      b = Math.imul(b ^ word, 0x5bd1e995)
      b ^= b >>> 15
    }
    this.hash = (a ^ (a >>> 16)) >>> 0
    this.check = b | 0
  }

  /** Writes the template as a text of a row. */
  copyTo(row: RowBuffer): void {
    row.reserve(this.length + 2)
    row.varint(this.length)
    row.copy(this.bytes, 0, this.length)
  }
}

function isHexDigit(byte: number): boolean {
  return ((kinds[byte] ?? 0) & (digit | hexLetter)) !== 0
}

/** 0x1f, or a run that changes between letters and digits as no name does. */
function isId(text: Buffer, from: number, end: number, changes: number): boolean {
  if (changes >= changesOfIds || end - from > longestName) return true
  return text[from] === zero && text[from + 1] === smallX
}

/** Hardware addresses and UUIDs: which of their parts have digits, letters or both is chance, so all are alike. */
function rewrite(bytes: Buffer, start: number, text: Buffer, from: number, end: number): number {
  let out = start
  let within = false
  for (let i = from; i < end; i++) {
    const byte = text[i] ?? 0
    if (kinds[byte] === separator) bytes[out++] = byte
    else if (!within) bytes[out++] = hexMark
    within = kinds[byte] !== separator
  }
  return out
}
