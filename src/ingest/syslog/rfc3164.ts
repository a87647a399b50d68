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

/** The header of a relay, and the header of the sender. */
const maxHeaders = 2
const timestamp = new Timestamp()

/**
 * Reads `[timestamp] [host] [tag[pid]:] text` at `start`, after the PRI: RFC 3164 and its variants. Always
 * sets the message. Returns whether it found more than a text: a timestamp, or the format of a known device.
 */
export function readRfc3164(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headers = 1,
): boolean {
  const at = skipSpaces(bytes, start, end)
  const stampEnd = readStamp(bytes, at, end, context)
  if (stampEnd !== -1) {
    event.ts = timestamp.micros
    readHostAndContent(bytes, stampEnd, end, context, event, headers)
    return true
  }
  if (startsRelayWords[byteAt(bytes, at)] === 1 && headers < maxHeaders) {
    const relayEnd = readRelayWords(bytes, at, end, event)
    if (relayEnd !== -1) {
      readRfc3164(bytes, relayEnd, end, context, event, headers + 1)
      return true
    }
  }
  const snare = snareHostEnd(bytes, at, end)
  if (snare !== -1) {
    event.host = names.intern(bytes, at, snare)
    readContent(bytes, snare + 1, end, context, event, false)
    return true
  }
  if (isRepeatCount(bytes, at, end)) event.host = context.recent?.host ?? event.host
  const cisco = readCiscoPreamble(bytes, at, end, context, event, true)
  const isKnown = readContent(bytes, cisco === -1 ? at : cisco, end, context, event, true)
  if (cisco === -1 && event.ts === context.receivedAt) readRecordHeader(bytes, at, end, context, event)
  return isKnown
}

/** Reads any stamp that may stand before a host; returns the position after it, or -1. */
function readStamp(bytes: Buffer, at: number, end: number, context: ParseContext): number {
  if (end - at < 11) return -1
  const zone = context.zone ?? utc
  const { receivedAt } = context
  if (!isDigit(byteAt(bytes, at)))
    return stampEnd(bytes, readBsdTimestamp(bytes, at, end, receivedAt, zone, timestamp), end)
  // A year or day may end here; a sequence number or an address needs no further check.
  const third = byteAt(bytes, at + 2)
  const fifth = byteAt(bytes, at + 4)
  let next = -1
  if (fifth === DASH || fifth === SLASH) next = readIsoTimestamp(bytes, at, end, zone, timestamp)
  if (next === -1 && (fifth === COLON || fifth === SLASH || third === SLASH))
    next = readDeviceTimestamp(bytes, at, end, receivedAt, zone, timestamp)
  if (next === -1 && isDigit(byteAt(bytes, at + 9))) {
    // Meraki writes a version before it.
    const epochAt = startsWithText(bytes, at, end, '1 ') ? at + 2 : at
    next = readEpoch(bytes, epochAt, end, receivedAt, timestamp)
  }
  const second = byteAt(bytes, at + 1)
  const isBsd = fifth === SPACE || second === SPACE || third === SPACE || third === DASH
  if (next === -1 && isBsd) next = readBsdTimestamp(bytes, at, end, receivedAt, zone, timestamp)
  return stampEnd(bytes, next, end)
}

/** Whether a stamp, also an RFC 5424 stamp, begins after a PRI. */
export function startsStamp(bytes: Buffer, start: number, end: number, context: ParseContext): boolean {
  const isVersioned = startsWithText(bytes, start, end, '1 ')
  return readStamp(bytes, isVersioned ? start + 2 : skipSpaces(bytes, start, end), end, context) !== -1
}

/**
 * `at` if a stamp ends there, else -1. Some senders write no space between stamp and host: then two letters
 * or digits follow.
 */
function stampEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at === -1 || at === end || bytes[at] === SPACE || bytes[at] === COLON || bytes[at] === TAB) return at
  if (at + 1 >= end) return -1
  const first = byteAt(bytes, at)
  const second = byteAt(bytes, at + 1)
  const isName = isLetter(second) || isDigit(second) || second === DASH || second === DOT
  return isName && (isLetter(first) || (isDigit(first) && isLetter(byteAt(bytes, at - 1)))) ? at : -1
}

/** Reads the host, if any, and the rest. */
function readHostAndContent(
  bytes: Buffer,
  timestampEnd: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headers: number,
): void {
  let at = skipSpaces(bytes, timestampEnd, end)
  if (at < end && bytes[at] === TAB) at++
  const first = at < end ? byteAt(bytes, at) : 0
  if (first === COLON) at = skipSpaces(bytes, at + 1, end)
  else if (first === OPEN_PAREN) at = readUnifiModel(bytes, at, end, event)
  else if (first !== PERCENT) {
    if (startsRelayWords[first] === 1) {
      at = readBeforeHost(bytes, at, end, context, event, headers)
      if (at === -1) return
    } else at = readHost(bytes, at, end, event)
  }
  // Most lines have a program here.
  if (mayBeginHeader(bytes, at, end)) {
    at = readSecondHeader(bytes, at, end, context, event, headers)
    if (at === -1) return
  }
  readContent(bytes, at, end, context, event, false)
}

/**
 * Reads what may stand in place of a host, or before it. Returns the start of the content, or -1 if it has
 * read the content too.
 */
function readBeforeHost(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headers: number,
): number {
  if (isRepeatCount(bytes, at, end)) {
    event.host = context.recent?.host ?? event.host
    return at
  }
  const relayEnd = headers < maxHeaders ? readRelayWords(bytes, at, end, event) : -1
  if (relayEnd === -1) return readHost(bytes, at, end, event)
  return readInnerStamp(bytes, relayEnd, end, context, event, headers)
}

/**
 * Reads the header of the sender after the words of a relay, if it begins with a stamp. Returns as
 * readBeforeHost does.
 */
function readInnerStamp(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headers: number,
): number {
  const innerEnd = readStamp(bytes, at, end, context)
  if (innerEnd === -1) return at
  event.ts = timestamp.micros
  readHostAndContent(bytes, innerEnd, end, context, event, headers + 1)
  return -1
}

/** Whether the fourth byte may belong to a stamp, or a bracket or relay words may begin here. */
function mayBeginHeader(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 24) return false
  const first = byteAt(bytes, at)
  const fourth = byteAt(bytes, at + 3)
  return (
    fourth === SPACE ||
    first === OPEN_BRACKET ||
    (isDigit(first) && (isDigit(fourth) || fourth === SLASH)) ||
    first === 0x4d ||
    first === 0x46 ||
    first === 0x4f
  )
}

/** Reads the sender's header after the relay's header, or ONTAP's tag. Returns as readBeforeHost does. */
function readSecondHeader(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  headers: number,
): number {
  const tagEnd = bytes[at] === OPEN_BRACKET ? readNetAppTag(bytes, at, end, event) : -1
  if (tagEnd !== -1) return tagEnd
  if (headers >= maxHeaders) return at
  const relayEnd = readForwarded(bytes, at, end, event)
  if (relayEnd !== -1) return readInnerStamp(bytes, relayEnd, end, context, event, headers)
  if (!startsInnerHeader(bytes, at, end, context)) return at
  event.ts = timestamp.micros
  readHostAndContent(bytes, innerStampEnd, end, context, event, headers + 1)
  return -1
}

let innerStampEnd = 0

/**
 * Whether a second header follows the header of a relay, with a stamp that can be read: its time and host
 * count. It needs a host and a tag after the stamp, since programs also write stamps into their texts. Except
 * for NetScaler and Sophos, whose stamps nothing else writes.
 */
function startsInnerHeader(bytes: Buffer, at: number, end: number, context: ParseContext): boolean {
  const isBsd = monthAt(bytes, at, end) !== 0
  if (!isBsd && !isDigit(byteAt(bytes, at))) return false
  const fifth = byteAt(bytes, at + 4)
  const isIso = !isBsd && fifth === DASH && (byteAt(bytes, at + 10) | 0x20) === 0x74
  const isDevice = !isBsd && (fifth === COLON || fifth === SLASH || bytes[at + 5] === SLASH)
  if (!isBsd && !isIso && !isDevice) return false
  const zone = context.zone ?? utc
  if (isDevice) innerStampEnd = readDeviceTimestamp(bytes, at, end, context.receivedAt, zone, timestamp)
  else innerStampEnd = readStamp(bytes, at, end, context)
  if (innerStampEnd === -1 || bytes[innerStampEnd] !== SPACE) return false
  const hostAt = skipSpaces(bytes, innerStampEnd, end)
  const close = hostEnd(bytes, hostAt, end)
  if (close <= hostAt || close >= end || bytes[close] !== SPACE) return false
  if (isDevice) return true
  if (isSeverityWord(bytes, hostAt, close) || bytes[close - 1] === COLON) return false
  const tagAt = skipSpaces(bytes, close, end)
  if (isTag(bytes, tagAt, end, true)) return true
  if (isIso) return false
  const isMnemonic = findMnemonicEnd(bytes, skipColon(bytes, tagAt, end), end) !== -1
  return isMnemonic || isIseCategory(bytes, tagAt, end)
}

/** Cisco ISE and ACS write a category in place of a program. */
function isIseCategory(bytes: Uint8Array, at: number, end: number): boolean {
  return startsWithText(bytes, at, end, 'CISE_') || startsWithText(bytes, at, end, 'CSCOacs_')
}

/** After the colon of `firewall : %ASA-6-...`. */
function skipColon(bytes: Uint8Array, at: number, end: number): number {
  return at + 1 < end && bytes[at] === COLON && bytes[at + 1] === SPACE ? skipSpaces(bytes, at + 1, end) : at
}

/**
 * Reads the host at `at` and returns the start of the content. Returns `at` and keeps the sender as host if
 * the word is a tag, the whole text, or cannot be a host.
 */
function readHost(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  if (bytes[at] === OPEN_BRACKET) return readBracketedHost(bytes, at, end, event)
  const close = hostEnd(bytes, at, end)
  if (close >= end || close <= at) return at
  if (bytes[close] !== SPACE) {
    if (bytes[close] !== TAB || !isSnare(bytes, close, end)) return at
    event.host = names.intern(bytes, at, close)
    return close + 1
  }
  const contentStart = skipSpaces(bytes, close, end)
  const last = byteAt(bytes, close - 1)
  if (last === COLON) {
    // `router: %SYS-5-...` is a host; any other word with a colon is a tag.
    if (close - 1 === at || findMnemonicEnd(bytes, contentStart, end) === -1) return at
    // `03:04:05.678 XYZ: %SYS-5-...` has an unknown zone.
    if (isZoneLike(bytes, at, close - 1)) return contentStart
    event.host = names.intern(bytes, at, close - 1)
    return contentStart
  }
  // `INFO app[7]: text`
  if (isUpper(last) && isSeverityWord(bytes, at, close) && isTag(bytes, contentStart, end, false))
    return contentStart
  event.host = names.intern(bytes, hostStart(bytes, at, close), close)
  return skipColon(bytes, contentStart, end)
}

/** F5 writes the blade before the host: `slot1/big-1`. */
function hostStart(bytes: Uint8Array, at: number, close: number): number {
  if (bytes[at] !== 0x73 || !startsWithText(bytes, at, close, 'slot')) return at
  const slash = findByte(bytes, at, close, SLASH)
  return slash + 1 < close ? slash + 1 : at
}

/** An IPv6 address in brackets. */
function readBracketedHost(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const close = hostEnd(bytes, at + 1, end)
  if (close === -1 || close + 1 >= end || bytes[close] !== CLOSE_BRACKET || bytes[close + 1] !== SPACE)
    return at
  event.host = names.intern(bytes, at + 1, close)
  return skipSpaces(bytes, close + 2, end)
}

/** Two to five capital letters. */
function isZoneLike(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isUpper(byteAt(bytes, at))) return false
  return end - start >= 2 && end - start <= 5
}

/** The end of the host of `host<TAB>MSWinEventLog<TAB>...` (Snare), or -1. */
function snareHostEnd(bytes: Uint8Array, at: number, end: number): number {
  const close = hostEnd(bytes, at, end)
  return close > at && close < end && bytes[close] === TAB && isSnare(bytes, close, end) ? close : -1
}

function isSnare(bytes: Uint8Array, tab: number, end: number): boolean {
  return startsWithText(bytes, tab + 1, end, 'MSWinEventLog')
}
