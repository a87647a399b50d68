import type { ParsedEvent } from '../../schema/event.ts'
import { byteAt, COLON, DASH, DOT, isDigit, isLower, isUpper, OPEN_BRACKET, SLASH, SPACE } from './bytes.ts'
import { decode } from './text.ts'

const serialBytes = 13
const maxTagBytes = 64
/** Severities that F5 writes before the tag. */
const severityWords: ReadonlySet<string> = new Set(
  'emerg alert crit err warning notice info debug'.split(' '),
)
const maxWordBytes = 7

/**
 * Skips a word that a device writes between host and tag: the severity of F5, the serial number of a WatchGuard Firebox, which becomes
 * extra.SERIAL. Returns where the tag begins, or `start` for anything else.
 */
export function skipDeviceWord(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  if (end - start < 8) return start
  if (bytes[start + serialBytes] === SPACE && isSerial(bytes, start)) {
    const tagAt = start + serialBytes + 1
    if (!isTag(bytes, tagAt, end)) return start
    event.extra.SERIAL = decode(bytes, start, start + serialBytes)
    return tagAt
  }
  // Most lines end here: they begin with another letter, or their first word is a tag.
  const third = byteAt(bytes, start + 3)
  if (third !== SPACE && !isLower(third)) return start
  let at = start
  while (at - start <= maxWordBytes && isLower(byteAt(bytes, at))) at++
  if (at - start < 3 || bytes[at] !== SPACE || !isTag(bytes, at + 1, end)) return start
  return severityWords.has(bytes.toString('latin1', start, at)) ? at + 1 : start
}

/** Digits and capital letters, most of them digits. */
function isSerial(bytes: Uint8Array, start: number): boolean {
  let digits = 0
  for (let at = start; at < start + serialBytes; at++) {
    const byte = byteAt(bytes, at)
    if (isDigit(byte)) digits++
    else if (!isUpper(byte)) return false
  }
  return digits > serialBytes / 2 && digits < serialBytes
}

/** `name:` or `name[`. */
function isTag(bytes: Uint8Array, start: number, end: number): boolean {
  const limit = Math.min(end, start + maxTagBytes)
  for (let at = start; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte === OPEN_BRACKET) return at > start
    if (byte === COLON) return at > start && at + 1 < end && bytes[at + 1] === SPACE
    if (
      !isLower(byte) &&
      !isUpper(byte) &&
      !isDigit(byte) &&
      byte !== DASH &&
      byte !== DOT &&
      byte !== 0x5f &&
      byte !== SLASH
    )
      return false
  }
  return false
}
