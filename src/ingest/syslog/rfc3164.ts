import type { ParsedEvent } from '../../schema/event/event.ts'
import { utc } from '../../time/zone.ts'
import { readContent } from './content.ts'
import { readCiscoPreamble } from './devices/cisco.ts'
import { isSeverityWord, isTag } from './devices/device-word.ts'
import { readNetAppTag } from './devices/netapp.ts'
import { readForwarded, readRelayWords, startsRelayWords } from './devices/relay-words.ts'
import { readUnifiModel } from './devices/unifi.ts'
import {
  byteAt,
  CLOSE_BRACKET,
  COLON,
  DASH,
  DOT,
  findByte,
  isDigit,
  isLetter,
  isUpper,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  SLASH,
  SPACE,
  skipSpaces,
  startsWithText,
  TAB,
} from './parts/bytes.ts'
import { isRepeatCount, type ParseContext } from './parts/context.ts'
import { hostEnd } from './parts/host-name.ts'
import { findMnemonicEnd } from './parts/mnemonic.ts'
import { names } from './parts/names.ts'
import { readRecordHeader } from './record-header.ts'
import { monthAt, readBsdTimestamp } from './time/bsd-timestamp.ts'
import { readDeviceTimestamp, readEpoch } from './time/device-timestamp.ts'
import { readIsoTimestamp } from './time/iso-timestamp.ts'
import { Timestamp } from './time/timestamp.ts'

/** One header of a relay and one of the sender. */
const maxHeaders = 2
const timestamp = new Timestamp()

/**
 * Reads RFC 3164 and its variants, `[timestamp] [host] [tag[pid]:] text`, at `start`, after the PRI: `Jan  2
 * 03:04:05 web-1 sshd[7]: failed` has host web-1, program sshd and message `failed`. `headerNumber`: number
 * of this header in the line, from 1. Always sets the message. Returns true if the line has a timestamp or
 * the format of a known device.
 */
export function readRfc3164(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headerNumber = 1,
): boolean {
  const at = skipSpaces(bytes, start, end)
  const timestampEnd = readTimestamp(bytes, at, end, context)
  if (timestampEnd !== -1) {
    event.ts = timestamp.micros
    readHostAndContent(bytes, timestampEnd, end, context, event, headerNumber)
    return true
  }
  if (startsRelayWords[byteAt(bytes, at)] === 1 && headerNumber < maxHeaders) {
    const relayEnd = readRelayWords(bytes, at, end, event)
    if (relayEnd !== -1) {
      readRfc3164(bytes, relayEnd, end, context, event, headerNumber + 1)
      return true
    }
  }
  const snareEnd = snareHostEnd(bytes, at, end)
  if (snareEnd !== -1) {
    event.host = names.intern(bytes, at, snareEnd)
    readContent(bytes, snareEnd + 1, end, context, event, false)
    return true
  }
  if (isRepeatCount(bytes, at, end)) event.host = context.recent?.host ?? event.host
  const preambleEnd = readCiscoPreamble(bytes, at, end, context, event, true)
  const isKnown = readContent(bytes, preambleEnd === -1 ? at : preambleEnd, end, context, event, true)
  if (preambleEnd === -1 && event.ts === context.receivedAt) readRecordHeader(bytes, at, end, context, event)
  return isKnown
}

/** Reads any timestamp that may precede a host into `timestamp`. Returns the position after it, or -1. */
function readTimestamp(bytes: Buffer, at: number, end: number, context: ParseContext): number {
  // The shortest timestamp is a Unix time of ten digits, before one more byte.
  if (end - at < 11) return -1
  const zone = context.zone ?? utc
  const { receivedAt } = context
  if (!isDigit(byteAt(bytes, at)))
    return checkTimestampEnd(bytes, readBsdTimestamp(bytes, at, end, receivedAt, zone, timestamp), end)
  // The separators of dates are at these bytes. Most sequence numbers and addresses fail these cheap checks.
  const third = byteAt(bytes, at + 2)
  const fifth = byteAt(bytes, at + 4)
  let next = -1
  // `2026-01-02T03:04:05Z`, `2026/01/02 03:04:05`
  if (fifth === DASH || fifth === SLASH) next = readIsoTimestamp(bytes, at, end, zone, timestamp)
  // `2026:01:02-03:04:05`, `2026/01/02:03:04:05`, `01/02/2026:03:04:05`
  if (next === -1 && (fifth === COLON || fifth === SLASH || third === SLASH))
    next = readDeviceTimestamp(bytes, at, end, receivedAt, zone, timestamp)
  if (next === -1 && isDigit(byteAt(bytes, at + 9))) {
    // Meraki writes a version before the time.
    const epochAt = startsWithText(bytes, at, end, '1 ') ? at + 2 : at
    next = readEpoch(bytes, epochAt, end, receivedAt, timestamp)
  }
  const second = byteAt(bytes, at + 1)
  // `2026 Jan  2 03:04:05`, `2 Jan 2026 03:04:05`, `02 Jan 03:04:05`, `02-Jan-2026 03:04:05`
  const isBsd = fifth === SPACE || second === SPACE || third === SPACE || third === DASH
  if (next === -1 && isBsd) next = readBsdTimestamp(bytes, at, end, receivedAt, zone, timestamp)
  return checkTimestampEnd(bytes, next, end)
}

/** Whether a timestamp, of RFC 3164 or RFC 5424, begins at `start`, after a PRI. */
export function startsTimestamp(bytes: Buffer, start: number, end: number, context: ParseContext): boolean {
  const isVersioned = startsWithText(bytes, start, end, '1 ')
  return readTimestamp(bytes, isVersioned ? start + 2 : skipSpaces(bytes, start, end), end, context) !== -1
}

/**
 * Returns `at` if a timestamp may end there, else -1. Some senders write no space between timestamp and host:
 * then at least two bytes of a host name must follow.
 */
function checkTimestampEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at === -1 || at === end || bytes[at] === SPACE || bytes[at] === COLON || bytes[at] === TAB) return at
  if (at + 1 >= end) return -1
  const first = byteAt(bytes, at)
  const second = byteAt(bytes, at + 1)
  const isName = isLetter(second) || isDigit(second) || second === DASH || second === DOT
  // A letter begins a name: `03:04:05web-1`. A digit does so only after the letter of a zone: `05Z10.0.0.1`.
  return isName && (isLetter(first) || (isDigit(first) && isLetter(byteAt(bytes, at - 1)))) ? at : -1
}

/** Reads the host, if there is one, and the text. */
function readHostAndContent(
  bytes: Buffer,
  timestampEnd: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headerNumber: number,
): void {
  let at = skipSpaces(bytes, timestampEnd, end)
  if (at < end && bytes[at] === TAB) at++
  const first = at < end ? byteAt(bytes, at) : 0
  if (first === COLON) at = skipSpaces(bytes, at + 1, end)
  else if (first === OPEN_PAREN) at = readUnifiModel(bytes, at, end, event)
  else if (first !== PERCENT) {
    if (startsRelayWords[first] === 1) {
      at = readBeforeHost(bytes, at, end, context, event, headerNumber)
      if (at === -1) return
    } else at = readHost(bytes, at, end, event)
  }
  // In most lines the program is here, not another header.
  if (mayBeginHeader(bytes, at, end)) {
    at = readSecondHeader(bytes, at, end, context, event, headerNumber)
    if (at === -1) return
  }
  readContent(bytes, at, end, context, event, false)
}

/**
 * Reads a host, or relay words and the host after them. A repeat count (`last message repeated 3 times`) gets
 * the host of the sender's last message. Returns the start of the content, or -1 if the content is read too.
 */
function readBeforeHost(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headerNumber: number,
): number {
  if (isRepeatCount(bytes, at, end)) {
    event.host = context.recent?.host ?? event.host
    return at
  }
  const relayEnd = headerNumber < maxHeaders ? readRelayWords(bytes, at, end, event) : -1
  if (relayEnd === -1) return readHost(bytes, at, end, event)
  return readHeaderAfterRelayWords(bytes, relayEnd, end, context, event, headerNumber)
}

/** Reads a sender's header with a timestamp after relay words. Returns as readBeforeHost does. */
function readHeaderAfterRelayWords(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headerNumber: number,
): number {
  const innerEnd = readTimestamp(bytes, at, end, context)
  if (innerEnd === -1) return at
  event.ts = timestamp.micros
  readHostAndContent(bytes, innerEnd, end, context, event, headerNumber + 1)
  return -1
}

/** Whether a second header may begin here: a cheap check for a timestamp, a bracket or relay words. */
function mayBeginHeader(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 24) return false
  const first = byteAt(bytes, at)
  const fourth = byteAt(bytes, at + 3)
  return (
    fourth === SPACE || // Jan  2
    first === OPEN_BRACKET || // [
    (isDigit(first) && isDigit(fourth)) || // 2026-01-02, 02/01/2026
    first === 0x4d || // Message forwarded
    first === 0x46 || // Forwarded
    first === 0x4f // Original Address
  )
}

/** Reads the sender's header after the relay's, or the tag of ONTAP. Returns as readBeforeHost does. */
function readSecondHeader(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headerNumber: number,
): number {
  const tagEnd = bytes[at] === OPEN_BRACKET ? readNetAppTag(bytes, at, end, event) : -1
  if (tagEnd !== -1) return tagEnd
  if (headerNumber >= maxHeaders) return at
  const relayEnd = readForwarded(bytes, at, end, event)
  if (relayEnd !== -1) return readHeaderAfterRelayWords(bytes, relayEnd, end, context, event, headerNumber)
  const timestampEnd = readInnerTimestamp(bytes, at, end, context)
  if (timestampEnd === -1) return at
  event.ts = timestamp.micros
  readHostAndContent(bytes, timestampEnd, end, context, event, headerNumber + 1)
  return -1
}

/**
 * Reads the timestamp of the sender's header, which follows the relay's header. Returns the position after
 * it, or -1 if no header begins here. A host and a tag (or a mnemonic) must follow the timestamp, since
 * programs also write timestamps into their texts. After the timestamps of NetScaler and Sophos a host is
 * enough.
 */
function readInnerTimestamp(bytes: Buffer, at: number, end: number, context: ParseContext): number {
  const isBsd = monthAt(bytes, at, end) !== 0
  if (!isBsd && !isDigit(byteAt(bytes, at))) return -1
  const fifth = byteAt(bytes, at + 4)
  const isIso = !isBsd && fifth === DASH && (byteAt(bytes, at + 10) | 0x20) === 0x74 // T or t
  // `2026:01:02-...` (Sophos), `2026/01/02:...` and `01/02/2026:...` (NetScaler)
  const isDevice = !isBsd && (fifth === COLON || fifth === SLASH || bytes[at + 5] === SLASH)
  if (!isBsd && !isIso && !isDevice) return -1
  const timestampEnd = isDevice
    ? readDeviceTimestamp(bytes, at, end, context.receivedAt, context.zone ?? utc, timestamp)
    : readTimestamp(bytes, at, end, context)
  if (timestampEnd === -1 || bytes[timestampEnd] !== SPACE) return -1
  const hostAt = skipSpaces(bytes, timestampEnd, end)
  const wordEnd = hostEnd(bytes, hostAt, end)
  if (wordEnd <= hostAt || wordEnd >= end || bytes[wordEnd] !== SPACE) return -1
  if (isDevice) return timestampEnd
  if (isSeverityWord(bytes, hostAt, wordEnd) || bytes[wordEnd - 1] === COLON) return -1
  const tagAt = skipSpaces(bytes, wordEnd, end)
  if (isTag(bytes, tagAt, end, true)) return timestampEnd
  if (isIso) return -1
  const isMnemonic = findMnemonicEnd(bytes, skipColon(bytes, tagAt, end), end) !== -1
  return isMnemonic || isIseCategory(bytes, tagAt, end) ? timestampEnd : -1
}

/** Whether a category of Cisco ISE or ACS, which stands in place of a program, begins here. */
function isIseCategory(bytes: Uint8Array, at: number, end: number): boolean {
  return startsWithText(bytes, at, end, 'CISE_') || startsWithText(bytes, at, end, 'CSCOacs_')
}

/** Skips the colon of `firewall : %ASA-6-...`. */
function skipColon(bytes: Uint8Array, at: number, end: number): number {
  return at + 1 < end && bytes[at] === COLON && bytes[at + 1] === SPACE ? skipSpaces(bytes, at + 1, end) : at
}

/**
 * Reads the host at `at`. Returns the start of the content. If the word is a tag, is the whole text or cannot
 * be a host, returns `at`, and the event keeps the sender as host. Skips an unknown time zone and a severity
 * that are in place of the host.
 */
function readHost(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  if (bytes[at] === OPEN_BRACKET) return readBracketedHost(bytes, at, end, event)
  const wordEnd = hostEnd(bytes, at, end)
  if (wordEnd >= end || wordEnd <= at) return at
  if (bytes[wordEnd] !== SPACE) {
    if (bytes[wordEnd] !== TAB || !isSnare(bytes, wordEnd, end)) return at
    event.host = names.intern(bytes, at, wordEnd)
    return wordEnd + 1
  }
  const contentStart = skipSpaces(bytes, wordEnd, end)
  const last = byteAt(bytes, wordEnd - 1)
  if (last === COLON) {
    // `router: %SYS-5-...` is a host; any other word with a colon is a tag.
    if (wordEnd - 1 === at || findMnemonicEnd(bytes, contentStart, end) === -1) return at
    // `03:04:05.678 XYZ: %SYS-5-...`: XYZ is an unknown time zone.
    if (isZoneLike(bytes, at, wordEnd - 1)) return contentStart
    event.host = names.intern(bytes, at, wordEnd - 1)
    return contentStart
  }
  // `INFO app[7]: text` has no host.
  if (isUpper(last) && isSeverityWord(bytes, at, wordEnd) && isTag(bytes, contentStart, end, false))
    return contentStart
  event.host = names.intern(bytes, hostStart(bytes, at, wordEnd), wordEnd)
  return skipColon(bytes, contentStart, end)
}

/** Start of the host after F5's blade: `slot1/big-1`. */
function hostStart(bytes: Uint8Array, at: number, wordEnd: number): number {
  if (!startsWithText(bytes, at, wordEnd, 'slot')) return at
  const slash = findByte(bytes, at, wordEnd, SLASH)
  return slash + 1 < wordEnd ? slash + 1 : at
}

/** Reads an IPv6 address in brackets as the host. */
function readBracketedHost(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const close = hostEnd(bytes, at + 1, end)
  if (close === -1 || close + 1 >= end || bytes[close] !== CLOSE_BRACKET || bytes[close + 1] !== SPACE)
    return at
  event.host = names.intern(bytes, at + 1, close)
  return skipSpaces(bytes, close + 2, end)
}

/** Whether the bytes are two to five capital letters. */
function isZoneLike(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isUpper(byteAt(bytes, at))) return false
  return end - start >= 2 && end - start <= 5
}

/** The end of the host in Snare's `host<TAB>MSWinEventLog<TAB>...`; -1 for other lines. */
function snareHostEnd(bytes: Uint8Array, at: number, end: number): number {
  const tabAt = hostEnd(bytes, at, end)
  return tabAt > at && tabAt < end && bytes[tabAt] === TAB && isSnare(bytes, tabAt, end) ? tabAt : -1
}

function isSnare(bytes: Uint8Array, tab: number, end: number): boolean {
  return startsWithText(bytes, tab + 1, end, 'MSWinEventLog')
}
