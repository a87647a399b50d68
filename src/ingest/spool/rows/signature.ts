import type { RowContent } from './row-content.ts'

/** Hashes the signature of a row: its bytes before `headEnd` and from `messageStart` on. See `mixHash`. */
export function signatureHash(content: RowContent, seed: number): number {
  const head = mixHash(content.view, content.start, content.headEnd, seed)
  let hash = mixHash(content.view, content.messageStart, content.end, head)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Whether two contents have the same signature. Bytes are enough: texts come after their lengths. */
export function sameSignature(a: RowContent, b: RowContent): boolean {
  const head = a.headEnd - a.start
  const tail = a.end - a.messageStart
  return (
    head === b.headEnd - b.start &&
    tail === b.end - b.messageStart &&
    sameBytes(a.view, a.messageStart, b.view, b.messageStart, tail) &&
    sameBytes(a.view, a.start, b.view, b.start, head)
  )
}

/**
 * Hashes bytes [from, to), without the final mixing. A variant of MurmurHash3 (x86, 32 bits): the last bytes
 * after the words are mixed as in FNV-1a, and the length is not mixed in. So other implementations of
 * MurmurHash3 give other hashes.
 */
export function mixHash(view: DataView, from: number, to: number, seed: number): number {
  let hash = seed
  let at = from
  for (const words = to - 3; at < words; at += 4) {
    let word = Math.imul(view.getInt32(at, true), 0xcc9e2d51)
    word = (word << 15) | (word >>> 17)
    hash ^= Math.imul(word, 0x1b873593)
    hash = (hash << 13) | (hash >>> 19)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  for (; at < to; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193)
  return hash
}

/** Whether `length` bytes of `a` from `aStart` and of `b` from `bStart` are equal. Both must have as many. */
export function sameBytes(a: DataView, aStart: number, b: DataView, bStart: number, length: number): boolean {
  let at = 0
  for (const words = length - 3; at < words; at += 4) {
    if (a.getInt32(aStart + at, true) !== b.getInt32(bStart + at, true)) return false
  }
  for (; at < length; at++) if (a.getUint8(aStart + at) !== b.getUint8(bStart + at)) return false
  return true
}
