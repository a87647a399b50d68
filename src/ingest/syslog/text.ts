import { byteAt } from './bytes.ts'

const slots = 2048
const maxInternedBytes = 64

/** Whether `decode` has returned U+FFFD, which may stand for invalid bytes, since a caller has reset this. Decoding is synchronous. */
export const replacements = { happened: false }

/** Decodes UTF-8; invalid bytes become U+FFFD. The text does not keep the buffer alive. */
export function decode(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  // Costs nothing for a text of Latin letters, whose units have eight bits.
  if (text.includes('\ufffd')) replacements.happened = true
  return text
}

/**
 * Shares one string among equal short texts (hosts, programs, element names), so that lines do not allocate them anew. A
 * direct-mapped table of at most 2,048 texts of 64 bytes.
 */
export class Interner {
  readonly #texts: string[] = new Array(slots).fill('')

  intern(bytes: Buffer, start: number, end: number): string {
    const length = end - start
    if (length > maxInternedBytes) return decode(bytes, start, end)
    let hash = 0x811c9dc5
    let bits = 0
    for (let at = start; at < end; at++) {
      const byte = byteAt(bytes, at)
      bits |= byte
      hash = Math.imul(hash ^ byte, 0x01000193)
    }
    // Shares only ASCII, where a character equals its byte: the comparison below needs that.
    if (bits >= 0x80) return decode(bytes, start, end)
    const slot = (hash ^ (hash >>> 15)) & (slots - 1)
    const known = this.#texts[slot] ?? ''
    if (known.length === length && equalsText(known, bytes, start)) return known
    const text = decode(bytes, start, end)
    this.#texts[slot] = text
    return text
  }
}

function equalsText(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false
  return true
}

/** The last position up to `end` that does not split a UTF-8 sequence. */
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
