import { CR, GREATER, LESS, LF, NUL, SPACE } from './bytes.ts'

/** Maximum octet count of a frame. */
export const maxOctetCount = 16 * 1024 * 1024
/** A number with more digits is text. */
const maxDigits = 20
const maxDelimiterBytes = 8

/** Result of readOctetCount: more bytes are needed to know the framing (RFC 6587 section 3.4). */
export const FRAME_UNDECIDED = -1
/** Result of readOctetCount: there is no count, so the frame is a line. */
export const FRAME_LINE = -2
/** Result of readOctetCount: the count is zero, has a leading zero or is too large. It counts as an error. */
export const FRAME_BAD_COUNT = -3

/**
 * Reads the octet count of the frame at `start`: `57 <34>...` has 57. A count must precede a space and `<`,
 * since a line may begin with a number. Otherwise returns FRAME_LINE, FRAME_BAD_COUNT or, if more bytes are
 * needed (at most 22), FRAME_UNDECIDED.
 */
export function readOctetCount(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  let count = 0
  for (; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
    if (at - start >= maxDigits) return FRAME_LINE
    count = count * 10 + digit
  }
  if (at >= end) return FRAME_UNDECIDED
  if (at === start || bytes[at] !== SPACE) return FRAME_LINE
  if (at + 1 >= end) return FRAME_UNDECIDED
  if (bytes[at + 1] !== LESS) return FRAME_LINE
  return bytes[start] === 0x30 || count > maxOctetCount ? FRAME_BAD_COUNT : count
}

/** Whether bytes begin a frame. */
export type Beginning = 'frame' | 'garbage' | 'undecided'

/**
 * Whether the bytes at `start`, after an octet-counted frame, begin another frame: a count, `<PRI>` of a
 * line, or a delimiter. 'garbage' means that the previous count was wrong.
 */
export function readBeginning(bytes: Uint8Array, start: number, end: number): Beginning {
  const kind = readOctetCount(bytes, start, end)
  if (kind >= 0) return 'frame'
  if (kind === FRAME_UNDECIDED) return 'undecided'
  if (kind === FRAME_BAD_COUNT) return 'garbage'
  const first = bytes[start]
  // `<34>...`, unless the previous frame ends with `57 `: then its count was so large that it took this one.
  if (first === LESS) return endsInCount(bytes, start) ? 'garbage' : readPriority(bytes, start + 1, end)
  // It must precede LF or NUL.
  if (first === CR) return readDelimiter(bytes, start + 1, end)
  return first === LF || first === NUL ? 'frame' : 'garbage'
}

/** Reads LF or NUL after one or more CR, the first of which is before `start`. */
function readDelimiter(bytes: Uint8Array, start: number, end: number): Beginning {
  for (let at = start; at < end; at++) {
    if (bytes[at] === LF || bytes[at] === NUL) return 'frame'
    if (bytes[at] !== CR || at - start >= maxDelimiterBytes) return 'garbage'
  }
  return 'undecided'
}

/** Whether the frame before `end` ends with a digit and a space: then it contains the next frame's count. */
function endsInCount(bytes: Uint8Array, end: number): boolean {
  const digit = (bytes[end - 2] ?? 0) - 0x30
  return bytes[end - 1] === SPACE && digit >= 0 && digit <= 9
}

/** Reads the rest of `<PRI>` after `<`: one to three digits and `>`. */
function readPriority(bytes: Uint8Array, start: number, end: number): Beginning {
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit >= 0 && digit <= 9 && at - start < 3) continue
    return bytes[at] === GREATER && at > start ? 'frame' : 'garbage'
  }
  return 'undecided'
}

/** Number of bytes of `count` and the space after it. */
export function octetCountLength(count: number): number {
  let digits = 1
  for (let remaining = count; remaining >= 10; remaining = Math.floor(remaining / 10)) digits++
  return digits + 1
}
