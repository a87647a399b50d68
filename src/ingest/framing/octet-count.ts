export const maxOctetCount = 16 * 1024 * 1024
/** A longer number is the beginning of a text. */
const maxDigits = 20
const maxDelimiterBytes = 8

/** The framing by the first bytes of a frame (RFC 6587 section 3.4). */
export const FRAME_UNDECIDED = -1
export const FRAME_LINE = -2
/** A count that is zero, has a leading zero or is too large: the frame is a line and counts as an error. */
export const FRAME_BAD_COUNT = -3

/**
 * The octet count of the frame at `start`: digits, a space and `<`, as a line may begin with a number too.
 * Else FRAME_LINE, FRAME_BAD_COUNT or, when more bytes are needed (at most 22), FRAME_UNDECIDED.
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

export type Beginning = 'frame' | 'garbage' | 'undecided'

/**
 * Whether the bytes after an octet counted frame, which ends at `start`, begin another frame: a count,
 * `<PRI>` of a line, or a delimiter. 'garbage': the previous count was wrong.
 */
export function readBeginning(bytes: Uint8Array, start: number, end: number): Beginning {
  const kind = readOctetCount(bytes, start, end)
  if (kind >= 0) return 'frame'
  if (kind === FRAME_UNDECIDED) return 'undecided'
  if (kind === FRAME_BAD_COUNT) return 'garbage'
  const first = bytes[start]
  if (first === 0x3c) return endsInCount(bytes, start) ? 'garbage' : readPriority(bytes, start + 1, end)
  if (first === 0x0d) return readDelimiter(bytes, start + 1, end)
  return first === 0x0a || first === 0 ? 'frame' : 'garbage'
}

/** LF or NUL after one or more CR. */
function readDelimiter(bytes: Uint8Array, start: number, end: number): Beginning {
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0x0a || bytes[at] === 0) return 'frame'
    if (bytes[at] !== 0x0d || at - start >= maxDelimiterBytes) return 'garbage'
  }
  return 'undecided'
}

/** A digit and a space: the frame has swallowed the count of the next one. */
function endsInCount(bytes: Uint8Array, end: number): boolean {
  const digit = (bytes[end - 2] ?? 0) - 0x30
  return bytes[end - 1] === 0x20 && digit >= 0 && digit <= 9
}

/** One to three digits and `>`. */
function readPriority(bytes: Uint8Array, start: number, end: number): Beginning {
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit >= 0 && digit <= 9 && at - start < 3) continue
    return bytes[at] === 0x3e && at > start ? 'frame' : 'garbage'
  }
  return 'undecided'
}

/** How many bytes `count` and its space take. */
export function octetCountLength(count: number): number {
  let digits = 1
  for (let rest = count; rest >= 10; rest = Math.floor(rest / 10)) digits++
  return digits + 1
}
