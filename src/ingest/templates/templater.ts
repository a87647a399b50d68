import { maxTemplatedBytes, placeholders } from '../../schema/event/template.ts'
import type { RowBuffer } from '../spool/rows/row-buffer.ts'

const digitsPlaceholder = placeholders.digits.charCodeAt(0)
const hexPlaceholder = placeholders.hex.charCodeAt(0)
const mixedPlaceholder = placeholders.mixed.charCodeAt(0)

// Kinds of bytes, as bits. All other ASCII bytes separate runs.
const separator = 0
const hexLetter = 1
const letter = 2
const digit = 4
/** Bytes of non-ASCII characters. */
const high = 8
/** Bytes that are placeholders themselves. */
const reserved = 16

const kinds = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  const text = String.fromCharCode(byte)
  if (byte >= 0x80) kinds[byte] = high
  else if (byte >= digitsPlaceholder && byte <= mixedPlaceholder) kinds[byte] = reserved
  else if (/[0-9]/.test(text)) kinds[byte] = digit
  else if (/[a-fA-F]/.test(text)) kinds[byte] = hexLetter
  else if (/[a-zA-Z]/.test(text)) kinds[byte] = letter
}

/** A run that changes this often between letters and digits is an id, not a name with a number. */
const minIdChanges = 3
/** A longer run is an id. */
const maxNameLength = 24
const colon = 0x3a
const dash = 0x2d
const zero = 0x30
const smallX = 0x78
const noTemplate = -1

// Words of four bytes.
const highBits = 0x80808080 | 0
const lowBits = 0x7f7f7f7f
const zeros = 0x30303030
/** Added to bytes below 0x80, it sets the high bit of each byte that is not below 10. */
const noDigits = 0x76767676
/** Added to bytes below 0x80, it sets the high bit of each byte that is not below 0x20. */
const noControls = 0x60606060

/**
 * Computes the templates of messages: `port 5514 closed by 0x1f` becomes `port <N> closed by <id>`, where
 * each placeholder is one control character (schema/event/template.ts). Replaces parts of runs with digits; a
 * run is a sequence of letters, digits and non-ASCII characters. Works on every event, so it copies four
 * bytes at a time where there are no digits.
 */
export class Templater {
  /** The last template: the first `length` bytes. */
  readonly bytes = Buffer.allocUnsafeSlow(maxTemplatedBytes + 4)
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
  readonly #words = new Int32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2)
  /** Length of the template after `#endRun` or `#endChain`. */
  #out = 0
  /** Up to this position no chain of runs joined by : or - is hexadecimal. Computed once per chain. */
  #brokenUpTo = 0
  /** Length of the last template, bytes; 0 if the message has none. */
  length = 0
  /** Two independent hashes of the template, 32 bits each. */
  hash = 0
  secondHash = 0

  /** Computes the template of the UTF-8 text in [start, end) of `text`. `view`: a view of the same bytes. */
  write(text: Buffer, view: DataView, start: number, end: number): void {
    this.length = 0
    // The template may be shorter, but few messages of this length share one.
    if (end - start > maxTemplatedBytes) return
    const { bytes, view: output } = this
    this.#brokenUpTo = start
    let out = 0
    let at = start
    while (at < end) {
      // Only runs with digits are replaced, so text is copied up to the next digit.
      if (at + 4 <= end) {
        const word = view.getInt32(at, true)
        output.setInt32(out, word, true)
        // `special` has the high bit of each byte that is a digit or a control character (or placeholder).
        const plain = (((word ^ zeros) & lowBits) + noDigits) & ((word & lowBits) + noControls)
        const special = ~(plain | word) & highBits
        const copied = special === 0 ? 4 : (31 - Math.clz32(special & -special)) >> 3
        at += copied
        out += copied
        if (copied === 4) continue
      }
      const byte = text[at] ?? 0
      const kind = kinds[byte] ?? 0
      if (kind !== digit) {
        if (kind === reserved) return
        bytes[out++] = byte
        at++
        continue
      }
      const from = at
      do at++
      while (at < end && kinds[text[at] ?? 0] === digit)
      bytes[out++] = digitsPlaceholder
      const hasMore = at < end && kinds[text[at] ?? 0] !== separator
      if (hasMore || (from > start && kinds[text[from - 1] ?? 0] !== separator)) {
        at = this.#endRun(text, start, from, at, end, out)
        if (at === noTemplate) return
        out = this.#out
      }
    }
    this.length = out
    this.#computeHashes()
  }

  /**
   * Ends a run with letters whose first digits are [digits, at). `written`: length of the template so far.
   * Returns where the text continues, or `noTemplate`.
   */
  #endRun(text: Buffer, start: number, digits: number, at: number, end: number, written: number): number {
    const { bytes } = this
    let from = digits
    let kindsSeen = digit
    for (; from > start; from--) {
      const kind = kinds[text[from - 1] ?? 0] ?? 0
      if (kind === separator) break
      kindsSeen |= kind
    }
    let changes = from === digits ? 0 : 1
    // Where the run begins in the template, which has its letters so far and one placeholder.
    const runOut = written - 1 - (digits - from)
    let out = written
    let to = at
    let wasDigit = true
    for (; to < end; to++) {
      const byte = text[to] ?? 0
      const kind = kinds[byte] ?? 0
      if (kind === separator) break
      kindsSeen |= kind
      const isDigit = kind === digit
      if (isDigit !== wasDigit) changes++
      if (!isDigit) bytes[out++] = byte
      else if (!wasDigit) bytes[out++] = digitsPlaceholder
      wasDigit = isDigit
    }
    this.#out = out
    if (kindsSeen >= reserved) return noTemplate
    if ((kindsSeen & (letter | high)) === 0) return this.#endChain(text, start, from, to, end, runOut)
    if ((kindsSeen & high) === 0 && isId(text, from, to, changes)) {
      bytes[runOut] = mixedPlaceholder
      this.#out = runOut + 1
    }
    return to
  }

  /** Like #endRun, for the hexadecimal run [from, to), together with the runs that : or - join to it. */
  #endChain(text: Buffer, start: number, from: number, to: number, end: number, runOut: number): number {
    let first = from
    let upTo = to
    if (to >= this.#brokenUpTo) {
      const chainEnd = findChainEnd(text, to, end)
      if (chainEnd === end || kinds[text[chainEnd] ?? 0] === separator) {
        first = findChainStart(text, start, from)
        upTo = chainEnd
      } else this.#brokenUpTo = chainEnd
    }
    // Goes back to the start of the chain in the template.
    let out = runOut
    for (let i = first; i < from; i++) if (!isInDigits(text, first, i)) out--
    let within = false
    for (let i = first; i < upTo; i++) {
      const byte = text[i] ?? 0
      const isSeparator = kinds[byte] === separator
      if (isSeparator) this.bytes[out++] = byte
      else if (!within) this.bytes[out++] = hexPlaceholder
      within = !isSeparator
    }
    this.#out = out
    return upTo
  }

  #computeHashes(): void {
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
    this.secondHash = b | 0
  }

  /** Appends the length of the last template and its bytes to a row. */
  copyTo(row: RowBuffer): void {
    row.reserve(this.length + 2)
    row.varint(this.length)
    row.copy(this.bytes, 0, this.length)
  }
}

function isHexDigit(byte: number): boolean {
  return ((kinds[byte] ?? 0) & (digit | hexLetter)) !== 0
}

/** Whether a run is an id: it begins with 0x, is long, or changes between letters and digits often. */
function isId(text: Buffer, from: number, end: number, changes: number): boolean {
  if (changes >= minIdChanges || end - from > maxNameLength) return true
  return text[from] === zero && text[from + 1] === smallX
}

/** Whether the byte is a digit after a digit: both belong to one placeholder. */
function isInDigits(text: Buffer, from: number, at: number): boolean {
  return at > from && kinds[text[at] ?? 0] === digit && kinds[text[at - 1] ?? 0] === digit
}

// Parts of MAC addresses and UUIDs have letters or digits by chance, so all parts get the same placeholder.

/** The end of the hexadecimal runs joined to the one that ends at `at`, if a separator or the end follows. */
function findChainEnd(text: Buffer, at: number, end: number): number {
  let chainEnd = at
  while (chainEnd + 1 < end && isJoiner(text[chainEnd]) && isHexDigit(text[chainEnd + 1] ?? 0)) {
    chainEnd++
    while (chainEnd < end && isHexDigit(text[chainEnd] ?? 0)) chainEnd++
  }
  return chainEnd
}

/** The start of the hexadecimal runs joined to the one that begins at `from`. */
function findChainStart(text: Buffer, start: number, from: number): number {
  let first = from
  while (first - 1 > start && isJoiner(text[first - 1])) {
    let run = first - 1
    while (run > start && isHexDigit(text[run - 1] ?? 0)) run--
    if (run === first - 1 || (run > start && kinds[text[run - 1] ?? 0] !== separator)) break
    first = run
  }
  return first
}

function isJoiner(byte: number | undefined): boolean {
  return byte === colon || byte === dash
}
