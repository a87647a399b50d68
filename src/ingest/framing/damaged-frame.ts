import { FrameScanner } from './frame-scanner.ts'
import { octetCountLength, readOctetCount } from './octet-count.ts'

/** A frame inside the bytes of another one, whose count was wrong. */
interface FoundFrame {
  /** Start of the octet count, and of the first byte after the count and space. */
  start: number
  bodyStart: number
  count: number
}

/** The contents of a frame with a wrong count. */
interface DamagedFrame {
  /** Bytes [start, end) of the frames in it, the damaged one first. */
  pieces: readonly (readonly [start: number, end: number])[]
  /** Start of the last frame in it, which may end after it. */
  resumeAt: number
}

const scanner = new FrameScanner()

/**
 * Splits a frame whose count is too large; undefined if no other frame begins in it. Linear in its length.
 */
export function splitDamagedFrame(bytes: Buffer): DamagedFrame | undefined {
  let found = findFrame(bytes, 1)
  if (found === undefined) return undefined
  const pieces: [number, number][] = [[0, found.start]]
  for (;;) {
    const next: FoundFrame | undefined = followingFrame(bytes, found) ?? findFrame(bytes, found.bodyStart + 1)
    if (next === undefined) return { pieces, resumeAt: found.start }
    pieces.push([found.bodyStart, next.start])
    found = next
  }
}

/**
 * Whether two consecutive frames begin in the bytes, or one frame ends with them. A count that spans more
 * than the bytes is then wrong.
 */
export function containsFrames(bytes: Buffer): boolean {
  let found = findFrame(bytes, 1)
  while (found !== undefined) {
    if (found.bodyStart + found.count === bytes.length || followingFrame(bytes, found) !== undefined)
      return true
    found = findFrame(bytes, found.bodyStart + 1)
  }
  return false
}

/** The frame right after another one. */
function followingFrame(bytes: Buffer, { bodyStart, count }: FoundFrame): FoundFrame | undefined {
  const start = bodyStart + count
  const next = start < bytes.length ? readOctetCount(bytes, start, bytes.length) : -1
  return next > 0 ? { start, bodyStart: start + octetCountLength(next), count: next } : undefined
}

/** The first frame whose count begins at or after `from`. */
function findFrame(bytes: Buffer, from: number): FoundFrame | undefined {
  scanner.reset()
  for (let at = from; at < bytes.length; at++) {
    if (!scanner.push(bytes[at] ?? 0)) continue
    return withoutDigitsOfText(bytes, at + 1 - scanner.priBytes, scanner.octetCount, scanner.priBytes)
  }
  return undefined
}

/**
 * The frame at `bodyStart` with the digits before it that are its count, not the end of the text before it:
 * with the fewest digits by which another frame or the end follows it, else with all of them.
 */
function withoutDigitsOfText(bytes: Buffer, bodyStart: number, digits: number, minCount: number): FoundFrame {
  for (let power = 10; power / 10 <= digits; power *= 10) {
    const count = digits % power
    if (count < minCount || count < power / 10) continue
    const found = { start: bodyStart - octetCountLength(count), bodyStart, count }
    if (bodyStart + count === bytes.length || followingFrame(bytes, found) !== undefined) return found
  }
  return { start: bodyStart - octetCountLength(digits), bodyStart, count: digits }
}
