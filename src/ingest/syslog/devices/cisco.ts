import type { ParsedEvent } from '../../../schema/event/event.ts'
import { utc } from '../../../time/zone.ts'
import {
  areDigits,
  byteAt,
  CLOSE_BRACKET,
  COLON,
  DASH,
  DOLLAR,
  DOT,
  isDigit,
  isLower,
  isUpper,
  PERCENT,
  SLASH,
  SPACE,
  STAR,
  skipSpaces,
} from '../parts/bytes.ts'
import type { ParseContext } from '../parts/context.ts'
import { findMnemonicEnd } from '../parts/mnemonic.ts'
import { names } from '../parts/names.ts'
import { readTag } from '../parts/tag.ts'
import { readBsdTimestamp } from '../time/bsd-timestamp.ts'
import { readIsoTimestamp } from '../time/iso-timestamp.ts'
import { Timestamp } from '../time/timestamp.ts'

const maxItems = 8
const maxItemBytes = 128
/** Maximum distance from the receipt at which a time marked as unsynchronised is still used. */
const maxUnsyncedSkewMicros = 86_400 * 1_000_000
const timestamp = new Timestamp()

/** The current line's preamble, shared since parsing is synchronous. -1: absent. */
const preamble = {
  ts: -1,
  hostAt: -1,
  hostEnd: -1,
  /** Start of `process[1]` after the timestamp, which IOS XR writes. */
  processAt: -1,
  /** Whether a sequence number precedes the timestamp. */
  hasNumber: false,
  /** Whether a number, a colon, `*` or `.` precedes the timestamp: a device writes them, a relay does not. */
  hasDeviceMark: false,
  /** Whether an IOS XR node, such as `RP/0/RSP0/CPU0:`, precedes the timestamp. */
  hasNode: false,
  hasMnemonic: false,
}

/**
 * Reads what Cisco devices write before a mnemonic: sequence numbers, a host (`logging origin-id`), an
 * uptime, a timestamp with a leading `*` or `.` (clock not set, or not synchronised), an IOS XR node, each
 * with a colon: `<189>45: R1: 000045: *Mar  1 18:46:11.423: %SYS-5-CONFIG_I: ...`. Debug output has no
 * mnemonic, but always a number and a timestamp. Returns the start of the text; returns -1 and changes
 * nothing for other lines. `isHeaderless`: the event takes its host and time from the preamble.
 */
export function readCiscoPreamble(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): number {
  preamble.ts = preamble.hostAt = preamble.processAt = -1
  preamble.hasNumber = preamble.hasDeviceMark = preamble.hasNode = preamble.hasMnemonic = false
  const at = readPreambleItems(bytes, start, end, context)
  if (at === -1) return -1
  if (isHeaderless && preamble.ts !== -1) event.ts = preamble.ts
  if (isHeaderless && preamble.hostAt !== -1)
    event.host = names.intern(bytes, preamble.hostAt, preamble.hostEnd)
  if (preamble.processAt !== -1) readTag(bytes, preamble.processAt, end, event, false)
  // Debug output. Otherwise readMnemonic sets the program.
  if (!preamble.hasMnemonic) event.program = 'Cisco'
  return at
}

/** Reads the preamble into `preamble`. Returns the start of the text, or -1 if this is no preamble. */
function readPreambleItems(bytes: Buffer, start: number, end: number, context: ParseContext): number {
  let at = start
  let words = 0
  for (let items = 0; items < maxItems; items++) {
    at = skipSpaces(bytes, at, end)
    const first = at < end ? byteAt(bytes, at) : 0
    if (first === PERCENT) return findMnemonicStart(bytes, at, end)
    if (first === COLON) {
      preamble.hasDeviceMark = true
      at++
      continue
    }
    const isUnsynced = first === STAR || first === DOT
    if (isUnsynced) preamble.hasDeviceMark = true
    const timestampEnd = readTimestamp(bytes, isUnsynced ? at + 1 : at, end, context)
    if (timestampEnd !== -1) {
      const isFar = Math.abs(timestamp.micros - context.receivedAt) > maxUnsyncedSkewMicros
      preamble.ts = isUnsynced && isFar ? context.receivedAt : timestamp.micros
      return readAfterTimestamp(bytes, timestampEnd, end)
    }
    const wordEnd = itemEnd(bytes, at, end)
    if (wordEnd === -1) return -1
    // Two words without colons are a sentence, not a preamble.
    if (bytes[wordEnd] === SPACE && ++words > 1) return -1
    // itemEnd accepts a colon without a space after it only in a node.
    if (areDigits(bytes, at, wordEnd)) preamble.hasNumber = preamble.hasDeviceMark = true
    else if (bytes[wordEnd + 1] !== SPACE && bytes[wordEnd] === COLON) preamble.hasNode = true
    // The word after `*` or `.` is a time, here in an unknown format, and not a host.
    else if (!isUnsynced) setHost(bytes, at, wordEnd)
    at = wordEnd + 1
  }
  return -1
}

/**
 * Reads what follows the timestamp: `: %MNEMONIC`, `: process[1]: %MNEMONIC`, ` host %MNEMONIC`, ` host :
 * %MNEMONIC`, or the text of debug output.
 */
function readAfterTimestamp(bytes: Buffer, timestampEnd: number, end: number): number {
  const afterTime = skipSpaces(bytes, timestampEnd, end)
  const hasColon = afterTime < end && bytes[afterTime] === COLON
  const at = skipSpaces(bytes, hasColon ? afterTime + 1 : afterTime, end)
  if (at < end && bytes[at] === PERCENT) return findMnemonicStart(bytes, at, end)
  const wordEnd = itemEnd(bytes, at, end)
  if (wordEnd !== -1) {
    const next = skipSpaces(bytes, wordEnd + 1, end)
    const textAt = next < end && bytes[next] === COLON ? skipSpaces(bytes, next + 1, end) : next
    const mnemonicStart = findMnemonicStart(bytes, textAt, end)
    if (mnemonicStart !== -1) {
      if (bytes[wordEnd - 1] === CLOSE_BRACKET || (hasColon && preamble.hasNode)) preamble.processAt = at
      // Without a colon before it, a word between a device's own timestamp and `: %` is a time zone.
      else if (hasColon || !preamble.hasDeviceMark || bytes[wordEnd] !== COLON) setHost(bytes, at, wordEnd)
      return mnemonicStart
    }
  }
  return hasColon && preamble.hasNumber ? at : -1
}

/** Start of the mnemonic, after the virtual device context of NX-OS; -1 if there is none. */
function findMnemonicStart(bytes: Buffer, at: number, end: number): number {
  const begin = skipVirtualContext(bytes, at, end)
  if (findMnemonicEnd(bytes, begin, end) === -1) return -1
  preamble.hasMnemonic = true
  return begin
}

/** Takes the first item that may be a host. */
function setHost(bytes: Uint8Array, start: number, end: number): void {
  if (preamble.hostAt !== -1 || start === end || !isHost(bytes, start, end)) return
  preamble.hostAt = start
  preamble.hostEnd = end
}

function readTimestamp(bytes: Buffer, at: number, end: number, context: ParseContext): number {
  const zone = context.zone ?? utc
  if (isDigit(byteAt(bytes, at))) {
    // The byte after a year. In a sequence number it is another digit or a colon.
    const fifth = byteAt(bytes, at + 4)
    if (fifth === DASH || fifth === SLASH) return readIsoTimestamp(bytes, at, end, zone, timestamp)
    if (fifth !== SPACE) return -1
  }
  return readBsdTimestamp(bytes, at, end, context.receivedAt, zone, timestamp)
}

/**
 * End of an item: the colon before a space, a space, or the colon inside an IOS XR node
 * (`RP/0/RSP0/CPU0:Jan`). Colons between digits belong to an uptime (`00:00:12`).
 */
function itemEnd(bytes: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end - 1, start + maxItemBytes)
  let slashes = 0
  for (let at = start; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte === SPACE) return at
    if (byte === SLASH) slashes++
    if (byte === COLON && (bytes[at + 1] === SPACE || slashes >= 2)) return at
    if (byte < SPACE) return -1
  }
  return -1
}

/** Whether an item is a name or an IPv4 address, not a number, an uptime (`1w2d`, `00:00:12.5`) or a node. */
function isHost(bytes: Uint8Array, start: number, end: number): boolean {
  let dots = 0
  let letters = 0
  let colons = 0
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (byte === SLASH) return false
    if (byte === DOT) dots++
    else if (byte === COLON) colons++
    else if (isUpper(byte) || (isLower(byte) && !isUptimeUnit(byte))) letters++
  }
  return letters > 0 || !isDigit(byteAt(bytes, start)) || (dots === 3 && colons === 0)
}

function isUptimeUnit(byte: number): boolean {
  // y, w, d, h, m, s
  return byte === 0x79 || byte === 0x77 || byte === 0x64 || byte === 0x68 || byte === 0x6d || byte === 0x73
}

/** Start of the mnemonic after the virtual device context of NX-OS: `%$VDC-1$ %ETHPORT-5-IF_UP`. */
function skipVirtualContext(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at + 1] !== DOLLAR) return at
  const limit = Math.min(end, at + 32)
  for (let next = at + 2; next < limit; next++)
    if (bytes[next] === DOLLAR) return skipSpaces(bytes, next + 1, end)
  return at
}
