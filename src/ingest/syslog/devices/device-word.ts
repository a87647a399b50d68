import { parseSeverity } from '../../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../../schema/event/event.ts'
import {
  byteAt,
  COLON,
  DASH,
  DOT,
  findByte,
  isDigit,
  isLetter,
  isLower,
  isUpper,
  OPEN_BRACKET,
  OPEN_PAREN,
  SLASH,
  SPACE,
} from '../parts/bytes.ts'
import { decode } from '../parts/text.ts'

const serialBytes = 13
const minSerialDigits = 4
/** Maximum length of a timestamp in parentheses, such as `(2026-01-02T03:04:05) `. */
const maxTimestampBytes = 36
const maxTagBytes = 64
/** Lengths of the severities that these devices write: `err` to `warning`. */
const minSeverityBytes = 3
const maxSeverityBytes = 7

/**
 * Skips a word that a device writes between host and tag: the severity of F5 or SONiC, or the serial number
 * of a WatchGuard Firebox, which becomes extra.SERIAL. `info tmm[17]: text` continues at `tmm`. Returns the
 * start of the tag, or `start` if there is no such word.
 */
export function skipDeviceWord(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  const serialEnd = start + serialBytes
  if (serialEnd < end && bytes[serialEnd] === SPACE && isSerial(bytes, start))
    return skipSerial(bytes, start, end, event)
  const lastWordEnd = Math.min(start + maxSeverityBytes, end - 1)
  for (let at = start + minSeverityBytes; at <= lastWordEnd; at++)
    if (bytes[at] === SPACE)
      return isTag(bytes, at + 1, end, false) && isSeverityWord(bytes, start, at) ? at + 1 : start
  return start
}

/** Skips the serial number, and a timestamp in parentheses after it, if a tag follows. */
function skipSerial(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  let tagAt = start + serialBytes + 1
  if (bytes[tagAt] === OPEN_PAREN) {
    const limit = Math.min(end, tagAt + maxTimestampBytes)
    const timestampEnd = findByte(bytes, tagAt, limit, SPACE)
    if (timestampEnd === limit) return start
    tagAt = timestampEnd + 1
  }
  if (!isTag(bytes, tagAt, end, false)) return start
  event.extra.SERIAL = decode(bytes, start, start + serialBytes)
  return tagAt
}

/** Whether a serial number, digits and capital letters, begins here. */
function isSerial(bytes: Uint8Array, start: number): boolean {
  let digits = 0
  for (let at = start; at < start + serialBytes; at++) {
    const byte = byteAt(bytes, at)
    if (isDigit(byte)) digits++
    else if (!isUpper(byte)) return false
  }
  return digits >= minSerialDigits && digits < serialBytes
}

/** Whether the bytes are a word for a severity, all in small or all in capital letters. */
export function isSeverityWord(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < minSeverityBytes || end - start > maxSeverityBytes) return false
  const isCapital = isUpper(byteAt(bytes, start))
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (isCapital ? !isUpper(byte) : !isLower(byte)) return false
  }
  return parseSeverity(bytes.toString('latin1', start, end)) !== -1
}

/** Whether a tag begins here: `name[` or, unless `needsPid`, `name: `. */
export function isTag(bytes: Uint8Array, start: number, end: number, needsPid: boolean): boolean {
  const limit = Math.min(end, start + maxTagBytes)
  for (let at = start; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte === OPEN_BRACKET) return at > start
    if (byte === COLON) return !needsPid && at > start && at + 1 < end && bytes[at + 1] === SPACE
    if (!isLetter(byte) && !isDigit(byte) && !isTagMark(byte)) return false
  }
  return false
}

function isTagMark(byte: number): boolean {
  return byte === DASH || byte === DOT || byte === SLASH || byte === 0x5f || byte === 0x23
}
