import { byteAt } from './bytes.ts'

const slotBits = 13
const slots = 2 ** slotBits
const slotShift = 32 - slotBits
const maxInternedBytes = 64

/**
 * Set when `decode` returns a text with U+FFFD, perhaps for invalid bytes. A caller that wants to know resets
 * it first.
 */
export const replacements = { happened: false }

/** Decodes UTF-8; invalid bytes become U+FFFD. The text does not keep the buffer alive. */
export function decode(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  // Costs little: V8 keeps most text in one byte per character, which cannot be U+FFFD.
  if (text.includes('\ufffd')) replacements.happened = true
  return text
}

/**
 * Cache that returns the same string for equal short texts (hosts, programs, names), so that lines do not
 * allocate them again. Direct-mapped: 8,192 slots, each with the last ASCII text of its hash, up to 64 bytes.
 */
export class Interner {
  readonly #texts: string[] = new Array(slots).fill('')

  intern(bytes: Buffer, start: number, end: number): string {
    const length = end - start
    if (length > maxInternedBytes) return decode(bytes, start, end)
    const slot = slotOf(bytes, start, end)
    const known = this.#texts[slot] ?? ''
    if (known.length === length && equalsText(known, bytes, start)) return known
    // Caches only ASCII, where a character equals its byte, as the comparison above requires.
    if (!isAscii(bytes, start, end)) return decode(bytes, start, end)
    const text = bytes.toString('latin1', start, end)
    this.#texts[slot] = text
    return text
  }
}

/** Multiplicative hash of the bytes, four at a time, since each multiplication waits for the one before. */
function slotOf(bytes: Buffer, start: number, end: number): number {
  let hash = end - start
  let at = start
  for (const last = end - 4; at <= last; at += 4) {
    const four =
      byteAt(bytes, at) |
      (byteAt(bytes, at + 1) << 8) |
      (byteAt(bytes, at + 2) << 16) |
      (byteAt(bytes, at + 3) << 24)
    hash = Math.imul(hash ^ four, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  for (; at < end; at++) hash = Math.imul(hash ^ byteAt(bytes, at), 0x9e3779b1)
  return Math.imul(hash, 0x85ebca6b) >>> slotShift
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (byteAt(bytes, at) >= 0x80) return false
  return true
}

function equalsText(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false
  return true
}

/** The last position up to `end` that does not split a character (UTF-8). */
export function characterBoundary(bytes: Uint8Array, start: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= start; back++) {
    const byte = byteAt(bytes, end - back)
    if (byte < 0x80) return end
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? end - back : end
    }
  }
  return end
}
