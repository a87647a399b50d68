import { parseFacility, parseSeverity } from '../../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../../schema/event/event.ts'
import {
  byteAt,
  COLON,
  DOT,
  isDigit,
  isLetter,
  SPACE,
  skipSpaces,
  startsWithText,
  TAB,
} from '../parts/bytes.ts'
import { hostEnd } from '../parts/host-name.ts'
import { names } from '../parts/names.ts'

/** Words that relays write before the host of a forwarded message: AIX, older daemons, Kiwi. */
const forwarded = ['Message forwarded from ', 'Forwarded from '] as const
const originalAddress = 'Original Address='
const maxFacilityBytes = 9
const maxSeverityBytes = 10

/**
 * Reads the words of a relay and the host after them: `Message forwarded from host: `, `Original Address=host
 * `, or Kiwi's `Local7.Info host `, which also sets the priority. Returns the start of the rest of the line,
 * or -1 for anything else.
 */
export function readRelayWords(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const contentStart = readForwarded(bytes, at, end, event)
  return contentStart === -1 ? readKiwiPriority(bytes, at, end, event) : contentStart
}

/** Reads the phrases of `forwarded` or `Original Address=`, which may also follow the relay's own header. */
export function readForwarded(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const first = byteAt(bytes, at)
  // M or F
  if (first === 0x4d || first === 0x46) {
    for (const words of forwarded)
      if (startsWithText(bytes, at, end, words)) return readRelayedHost(bytes, at + words.length, end, event)
  } else if (first === 0x4f && startsWithText(bytes, at, end, originalAddress))
    return readRelayedHost(bytes, at + originalAddress.length, end, event)
  return -1
}

function readRelayedHost(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const wordEnd = hostEnd(bytes, at, end)
  const nameEnd = bytes[wordEnd - 1] === COLON ? wordEnd - 1 : wordEnd
  if (nameEnd <= at || wordEnd >= end || !isBlank(byteAt(bytes, wordEnd))) return -1
  event.host = names.intern(bytes, at, nameEnd)
  return skipSpaces(bytes, wordEnd + 1, end)
}

/** Reads Kiwi's `Local7.Info host `, with spaces or tabs. */
function readKiwiPriority(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const limit = Math.min(end, at + maxFacilityBytes)
  let dot = at
  while (dot < limit && (isLetter(byteAt(bytes, dot)) || isDigit(byteAt(bytes, dot)))) dot++
  if (dot < at + 3 || dot >= end || bytes[dot] !== DOT) return -1
  let wordEnd = dot + 1
  while (wordEnd < end && wordEnd - dot <= maxSeverityBytes && isLetter(byteAt(bytes, wordEnd))) wordEnd++
  if (wordEnd < dot + 4 || wordEnd >= end || !isBlank(byteAt(bytes, wordEnd))) return -1
  const facility = parseFacility(bytes.toString('latin1', at, dot))
  const severity = parseSeverity(bytes.toString('latin1', dot + 1, wordEnd))
  if (facility === -1 || severity === -1) return -1
  const contentStart = readRelayedHost(bytes, wordEnd + 1, end, event)
  if (contentStart === -1) return -1
  event.facility = facility
  event.severity = severity
  return contentStart
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB
}

/**
 * 1 for bytes that may begin relay words (M, F, O, and the first letters of Kiwi's facilities) or a repeat
 * count (`l`, `L`, `-`): a cheap check before the readers of both.
 */
export const startsRelayWords = new Uint8Array(256)
for (const letter of 'MFOKUDASLNCl-') startsRelayWords[letter.charCodeAt(0)] = 1
