import { FrameScanner } from './frame-scanner.ts'
import { octetCountLength, readOctetCount } from './octet-count.ts'

/** A counted frame inside the bytes that another frame with a too large count claims. */
interface FoundFrame {
  /** Position of the octet count. */
  start: number
  /** Position after the count and the space. */
  bodyStart: number
  count: number
}

/** The parts of a frame whose count was too large. */
interface DamagedFrame {
  /** Bytes [start, end) of the frames in it, except the last one. The damaged frame itself is the first. */
  pieces: readonly (readonly [start: number, end: number])[]
  /** Position of the octet count of the last frame in it, which may end beyond it. */
  resumeAt: number
}

const scanner = new FrameScanner()

/**
 * Splits a frame whose count is too large, so that it claims the bytes of the frames after it. Undefined if
 * no other frame begins in it. Takes linear time.
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

/** Whether the bytes contain two frames in a row, or end with one: then a count of all of them is wrong. */
export function containsFrames(bytes: Buffer): boolean {
  let found = findFrame(bytes, 1)
  while (found !== undefined) {
    if (found.bodyStart + found.count === bytes.length || followingFrame(bytes, found) !== undefined)
      return true
    found = findFrame(bytes, found.bodyStart + 1)
  }
  return false
}

/** The frame that directly follows another one. */
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
    const bodyStart = at + 1 - scanner.priBytes
    return withoutDigitsOfText(bytes, bodyStart, scanner.octetCount, scanner.priBytes)
  }
  return undefined
}

/**
 * Decides how many of the last digits of `number`, which is before `bodyStart`, are the octet count: the
 * fewest after which another frame or the end follows, otherwise all. In `port 8057 <34>...` the count may be
 * 57, and `port 80` the end of the damaged frame. A count is at least `minCount`, and begins with no zero.
 */
function withoutDigitsOfText(bytes: Buffer, bodyStart: number, number: number, minCount: number): FoundFrame {
  for (let power = 10; power / 10 <= number; power *= 10) {
    const count = number % power
    const hasLeadingZero = count < power / 10
    if (count < minCount || hasLeadingZero) continue
    const found = { start: bodyStart - octetCountLength(count), bodyStart, count }
    if (bodyStart + count === bytes.length || followingFrame(bytes, found) !== undefined) return found
  }
  return { start: bodyStart - octetCountLength(number), bodyStart, count: number }
}
