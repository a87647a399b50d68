const maxOctetCount = 16 * 1024 * 1024
/** A longer number is the beginning of a text. */
const maxDigits = 20

/** The framing by the first bytes of a frame (RFC 6587 section 3.4). */
export const FRAME_UNDECIDED = -1
export const FRAME_LINE = -2
/** A count that is zero, has a leading zero or is too large: the frame is a line, and an error. */
export const FRAME_BAD_COUNT = -3

/**
 * The octet count of the frame at `start`: digits, a space and `<`, as a line may begin with a number too. Else FRAME_LINE,
 * FRAME_BAD_COUNT or, when more bytes are needed (at most 22), FRAME_UNDECIDED.
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
  if (at === start || bytes[at] !== 0x20) return FRAME_LINE
  if (at + 1 >= end) return FRAME_UNDECIDED
  if (bytes[at + 1] !== 0x3c) return FRAME_LINE
  return bytes[start] === 0x30 || count > maxOctetCount ? FRAME_BAD_COUNT : count
}

/** How many bytes `count` and its space take. */
export function octetCountLength(count: number): number {
  let digits = 1
  for (let rest = count; rest >= 10; rest = Math.floor(rest / 10)) digits++
  return digits + 1
}
