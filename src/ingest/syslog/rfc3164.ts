import type { ParsedEvent } from '../../schema/event.ts'
import { utc } from '../../time/zone.ts'
import { monthAt, readBsdTimestamp } from './bsd-timestamp.ts'
import {
  byteAt,
  CLOSE_BRACKET,
  COLON,
  findByte,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  SLASH,
  SPACE,
  skipSpaces,
  startsWithText,
  TAB,
} from './bytes.ts'
import { readCiscoPreamble } from './cisco.ts'
import { readContent } from './content.ts'
import type { ParseContext } from './context.ts'
import { readDeviceTimestamp, readEpoch } from './device-timestamp.ts'
import { readIsoTimestamp } from './iso-timestamp.ts'
import { findMnemonicEnd } from './mnemonic.ts'
import { names } from './names.ts'
import { Timestamp } from './timestamp.ts'
import { readUnifiModel } from './unifi.ts'

const maxHostBytes = 255
const timestamp = new Timestamp()

/**
 * Reads `[timestamp] [host] [tag[pid]:] text` at `start`, behind the PRI: RFC 3164 and its variants. Always sets the message.
 * Returns whether it found more than a text: a timestamp, or the format of a known device.
 */
export function readRfc3164(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): boolean {
  const at = skipSpaces(bytes, start, end)
  const zone = context.zone ?? utc
  let next = -1
  if (end - at >= 15) {
    if (isDigit(byteAt(bytes, at))) next = readIsoTimestamp(bytes, at, end, zone, timestamp)
    if (next === -1) next = readBsdTimestamp(bytes, at, end, context.receivedAt, zone, timestamp)
    if (next === -1 && isDigit(byteAt(bytes, at))) {
      if (startsWithText(bytes, at, end, '1 ')) next = readEpoch(bytes, at + 2, end, timestamp)
      else next = readDeviceTimestamp(bytes, at, end, context.receivedAt, zone, timestamp)
    }
  }
  if (next !== -1 && endsStamp(bytes, next, end)) {
    event.ts = timestamp.micros
    readHostAndContent(bytes, next, end, context, event)
    return true
  }
  const snare = snareHostEnd(bytes, at, end)
  if (snare !== -1) {
    event.host = names.intern(bytes, at, snare)
    readContent(bytes, snare + 1, end, context, event, false)
    return true
  }
  const cisco = readCiscoPreamble(bytes, at, end, context, event, true)
  return readContent(bytes, cisco === -1 ? at : cisco, end, context, event, true)
}

/** Some senders write no space between stamp and host: then two letters follow. */
function endsStamp(bytes: Uint8Array, at: number, end: number): boolean {
  if (at === end || bytes[at] === SPACE || bytes[at] === COLON) return true
  return at + 1 < end && isLetter(byteAt(bytes, at)) && isLetter(byteAt(bytes, at + 1))
}

/** Reads the host, if any, and the rest. */
function readHostAndContent(
  bytes: Buffer,
  timestampEnd: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): void {
  let at = skipSpaces(bytes, timestampEnd, end)
  const first = at < end ? byteAt(bytes, at) : 0
  if (first === COLON) at = skipSpaces(bytes, at + 1, end)
  else if (first === OPEN_PAREN) at = readUnifiModel(bytes, at, end, event)
  else if (first !== PERCENT) at = readHost(bytes, skipForwarded(bytes, at, end), end, event)
  readContent(bytes, skipInnerHeader(bytes, at, end, context, event), end, context, event, false)
}

/** Behind a relay's header, Cisco ISE writes its own, whose host and time count: `Jan  2 03:04:05 ise-1 CISE_...`. */
function skipInnerHeader(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): number {
  if (end - at < 24 || monthAt(bytes, at, end) === 0) return at
  const next = readBsdTimestamp(bytes, at, end, context.receivedAt, context.zone ?? utc, timestamp)
  if (next === -1 || next >= end || bytes[next] !== SPACE) return at
  const close = hostEnd(bytes, next + 1, end)
  if (close <= next + 1 || !startsWithText(bytes, close, end, ' CISE_')) return at
  event.ts = timestamp.micros
  event.host = names.intern(bytes, next + 1, close)
  return close + 1
}

/**
 * Reads the host at `at` and returns where the content begins. Returns `at` and keeps the sender as host if the word is a tag,
 * the whole text, or cannot be a host.
 */
function readHost(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  const bracketed = byteAt(bytes, at) === OPEN_BRACKET
  const close = hostEnd(bytes, bracketed ? at + 1 : at, end)
  if (close === -1) return at
  if (bracketed) {
    const behindTag = readNetAppTag(bytes, at, close, end, event)
    if (behindTag !== -1) return behindTag
    // An IPv6 address in brackets.
    if (close + 1 >= end || bytes[close] !== CLOSE_BRACKET || bytes[close + 1] !== SPACE) return at
    event.host = names.intern(bytes, at + 1, close)
    return skipSpaces(bytes, close + 2, end)
  }
  if (close < end && bytes[close] === TAB && close > at && isSnare(bytes, close, end)) {
    event.host = names.intern(bytes, at, close)
    return close + 1
  }
  if (close >= end || bytes[close] !== SPACE || close === at) return at
  const behind = skipSpaces(bytes, close, end)
  if (bytes[close - 1] === COLON) {
    // `router: %SYS-5-...` is a host; any other word with a colon is a tag.
    const isForwarded = startsWithText(bytes, at - forwarded.length, at, forwarded)
    if (close - 1 === at || (!isForwarded && findMnemonicEnd(bytes, behind, end) === -1)) return at
    event.host = names.intern(bytes, at, close - 1)
    return behind
  }
  // F5 writes the blade before the host.
  const hostAt = startsWithText(bytes, at, close, 'slot') ? findByte(bytes, at, close, SLASH) + 1 : at
  event.host = names.intern(bytes, hostAt < close ? hostAt : at, close)
  // `firewall : %ASA-6-...`
  const colon = bytes[behind] === COLON && findByte(bytes, behind, end, SPACE) === behind + 1
  return colon ? skipSpaces(bytes, behind + 1, end) : behind
}

/** Reads `[host:event.name:severity]: ` of ONTAP; returns where the text begins, or -1 for anything else. */
function readNetAppTag(bytes: Buffer, open: number, close: number, end: number, event: ParsedEvent): number {
  if (close + 1 >= end || bytes[close] !== CLOSE_BRACKET || bytes[close + 1] !== COLON) return -1
  const hostEndAt = findByte(bytes, open, close, COLON)
  const nameEnd = hostEndAt === close ? close : findByte(bytes, hostEndAt + 1, close, COLON)
  if (nameEnd === close || nameEnd === hostEndAt + 1 || hostEndAt === open + 1) return -1
  event.host = names.intern(bytes, open + 1, hostEndAt)
  event.program = names.intern(bytes, hostEndAt + 1, nameEnd)
  return skipSpaces(bytes, close + 2, end)
}

/** What AIX writes before the host of a message that it passes on. */
const forwarded = 'Message forwarded from '

function skipForwarded(bytes: Uint8Array, at: number, end: number): number {
  return startsWithText(bytes, at, end, forwarded) ? at + forwarded.length : at
}

/** The end of the host of `host<TAB>MSWinEventLog<TAB>...` (Snare), or -1. */
function snareHostEnd(bytes: Uint8Array, at: number, end: number): number {
  const close = hostEnd(bytes, at, end)
  return close > at && close < end && bytes[close] === TAB && isSnare(bytes, close, end) ? close : -1
}

function isSnare(bytes: Uint8Array, tab: number, end: number): boolean {
  return startsWithText(bytes, tab + 1, end, 'MSWinEventLog')
}

/** ASCII bytes that no host has. */
const invalidInHosts = new Uint8Array(256)
for (let byte = 0; byte <= SPACE; byte++) invalidInHosts[byte] = 1
for (const character of '"\'(),;<=>[\\]`{|}\x7f') invalidInHosts[character.charCodeAt(0)] = 1

function hostEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && invalidInHosts[byteAt(bytes, at)] === 0) at++
  return at - start > maxHostBytes ? -1 : at
}
