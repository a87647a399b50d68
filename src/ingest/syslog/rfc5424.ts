import type { ParsedEvent } from '../../schema/event/event.ts'
import { utc } from '../../time/zone.ts'
import { readContent, readDeviceRecord } from './content.ts'
import {
  areDigits,
  byteAt,
  DASH,
  isDigit,
  OPEN_BRACKET,
  SPACE,
  skipByteOrderMark,
  skipSpaces,
  startsByteOrderMark,
  startsWithText,
} from './parts/bytes.ts'
import { isRepeatCount, type ParseContext } from './parts/context.ts'
import { readMnemonic } from './parts/mnemonic.ts'
import { names, processId } from './parts/names.ts'
import { decode } from './parts/text.ts'
import { readRecordHeader } from './record-header.ts'
import { readStructuredData } from './structured-data.ts'
import { readIsoTimestamp } from './time/iso-timestamp.ts'
import { Timestamp } from './time/timestamp.ts'

/** RFC 5424 allows 255 bytes in HOSTNAME and fewer in other tokens. Here all may have 255. */
const maxTokenBytes = 255

const timestamp = new Timestamp()

/**
 * Reads `1 TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA [MSG]` (RFC 5424 section 6) into `event`.
 * The caller has found the `1 ` at `start`, after the PRI. Returns 'other' if it is another format, and
 * 'broken' if it begins like this one but lacks a part of the header; both leave the event unchanged.
 */
export function readRfc5424(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): 'read' | 'other' | 'broken' {
  const timestampAt = start + 2
  const tokenCount = findTokens(bytes, timestampAt, end)
  const timestampEnd = ends[0] ?? 0
  if (tokenCount === 0 || timestampEnd === timestampAt) return 'other'
  const isNilTime = isNil(bytes, timestampAt, timestampEnd)
  if (!isNilTime && !looksLikeTimestamp(bytes, timestampAt, timestampEnd)) return 'other'
  if (tokenCount === 1) return 'broken'
  const hostEnd = ends[1] ?? 0
  const hasPipes = startsPipedFormat(bytes, hostEnd + 1, end)
  // A byte order mark begins the text, no matter how much of the header precedes it.
  const bomAt = tokenCount < 5 && !hasPipes ? findByteOrderMark(bytes, tokenCount, end) : -1
  if (tokenCount < 5 && !hasPipes && bomAt === -1) return 'broken'

  if (!isNilTime) {
    if (readIsoTimestamp(bytes, timestampAt, timestampEnd, context.zone ?? utc, timestamp) === timestampEnd)
      event.ts = timestamp.micros
    else event.extra.TIMESTAMP = decode(bytes, timestampAt, timestampEnd)
  }
  if (!isNil(bytes, timestampEnd + 1, hostEnd)) event.host = names.intern(bytes, timestampEnd + 1, hostEnd)
  if (bomAt !== -1) {
    readTextAfterBom(bytes, bomAt, end, event)
    return 'read'
  }
  const idEnd = ends[4] ?? 0
  const dataEnd = hasPipes ? -1 : readData(bytes, idEnd + 1, end, event)
  if (dataEnd === -1) {
    const looseBomAt = hasPipes ? -1 : findByteOrderMark(bytes, tokenCount, end)
    if (looseBomAt !== -1) readTextAfterBom(bytes, looseBomAt, end, event)
    else readLooseHeader(bytes, end, hasPipes, context, event)
    return 'read'
  }
  readNames(bytes, event)
  const pidEnd = ends[3] ?? 0
  // Junos writes the name of the event as MSGID.
  if (startsWithText(bytes, idEnd + 1, end, '[junos@') && !isNil(bytes, pidEnd + 1, idEnd))
    event.mnemonic = names.intern(bytes, pidEnd + 1, idEnd)
  const idAt = isNil(bytes, pidEnd + 1, idEnd) ? idEnd + 1 : pidEnd + 1
  readMessage(bytes, idEnd + 1, dataEnd, end, idAt, context, event)
  if (isNilTime) readRecordHeader(bytes, Math.min(dataEnd + 1, end), end, context, event)
  return 'read'
}

/**
 * Positions of the spaces after TIMESTAMP, HOSTNAME, APP-NAME, PROCID and MSGID in the current line. Shared
 * by all lines, since parsing is synchronous.
 */
const ends = new Int32Array(5)

/** Finds the ends of the header's five tokens, of at most 255 bytes each. Returns how many it found. */
function findTokens(bytes: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, start + ends.length * (maxTokenBytes + 1))
  let tokenCount = 0
  let tokenAt = start
  for (let at = start; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte > SPACE && byte !== 0x7f) continue
    if (byte !== SPACE || at - tokenAt > maxTokenBytes) return tokenCount
    ends[tokenCount++] = at
    if (tokenCount === ends.length) return tokenCount
    tokenAt = at + 1
  }
  return tokenCount
}

/** Position of a byte order mark that begins APP-NAME, PROCID or MSGID or follows the last token; or -1. */
function findByteOrderMark(bytes: Uint8Array, tokenCount: number, end: number): number {
  for (let i = 1; i < tokenCount; i++) {
    const at = (ends[i] ?? 0) + 1
    if (startsByteOrderMark(bytes, at, end)) return at
  }
  return -1
}

/** Reads the tokens before a byte order mark, and the text after it. */
function readTextAfterBom(bytes: Buffer, bomAt: number, end: number, event: ParsedEvent): void {
  const [, hostEnd = 0, appEnd = 0, pidEnd = 0] = ends
  const hasApp = bomAt > hostEnd + 1
  if (hasApp && !isNil(bytes, hostEnd + 1, appEnd)) event.program = names.intern(bytes, hostEnd + 1, appEnd)
  if (hasApp && bomAt > appEnd + 1 && !isNil(bytes, appEnd + 1, pidEnd))
    event.extra.PID = processId(bytes, appEnd + 1, pidEnd)
  event.message = decode(bytes, bomAt + 3, end)
}

/** Reads APP-NAME, PROCID and MSGID. */
function readNames(bytes: Buffer, event: ParsedEvent): void {
  const hostEnd = ends[1] ?? 0
  const appEnd = ends[2] ?? 0
  const pidEnd = ends[3] ?? 0
  const idEnd = ends[4] ?? 0
  if (!isNil(bytes, hostEnd + 1, appEnd)) event.program = names.intern(bytes, hostEnd + 1, appEnd)
  if (!isNil(bytes, appEnd + 1, pidEnd)) event.extra.PID = processId(bytes, appEnd + 1, pidEnd)
  if (!isNil(bytes, pidEnd + 1, idEnd)) event.extra.MSGID = names.intern(bytes, pidEnd + 1, idEnd)
}

/**
 * Reads everything after the host if the header is only partly RFC 5424: `hasPipes` (startsPipedFormat), or
 * all five tokens are there but structured data is missing or malformed.
 */
function readLooseHeader(
  bytes: Buffer,
  end: number,
  hasPipes: boolean,
  context: ParseContext,
  event: ParsedEvent,
): void {
  const [, hostEnd = 0, appEnd = 0, pidEnd = 0, idEnd = 0] = ends
  const hasPid = !hasPipes && !isNil(bytes, appEnd + 1, pidEnd)
  if (hasPipes || (hasPid && !areDigits(bytes, appEnd + 1, pidEnd))) {
    // The text follows the host directly, as in RFC 3164.
    const isNilApp = !hasPipes && isNil(bytes, hostEnd + 1, appEnd)
    const textAt = isNilApp ? appEnd + 1 : skipSpaces(bytes, hostEnd + 1, end)
    readContent(bytes, textAt, end, context, event, false)
    return
  }
  readNames(bytes, event)
  if (byteAt(bytes, idEnd + 1) === OPEN_BRACKET) event.message = decode(bytes, idEnd + 1, end)
  else {
    // Without structured data, PROCID and MSGID may be words of the text.
    const isNilId = isNil(bytes, pidEnd + 1, idEnd)
    event.message = decode(bytes, (hasPid ? appEnd : isNilId ? idEnd : pidEnd) + 1, end)
  }
}

/** Whether `CEF:0|...` or `LEEF:2.0|...` follows the host: these senders omit the rest of the header. */
function startsPipedFormat(bytes: Uint8Array, start: number, end: number): boolean {
  const at = bytes[start] === SPACE ? skipSpaces(bytes, start, end) : start
  return startsWithText(bytes, at, end, 'CEF:') || startsWithText(bytes, at, end, 'LEEF:')
}

/** Reads STRUCTURED-DATA. Returns its end, or -1 if it is missing or malformed. */
function readData(bytes: Buffer, at: number, end: number, event: ParsedEvent): number {
  if (at >= end) return at
  const first = byteAt(bytes, at)
  let dataEnd = -1
  if (first === DASH) dataEnd = at + 1
  else if (first === OPEN_BRACKET) {
    dataEnd = readStructuredData(bytes, at, end, event.extra)
    if (dataEnd === -1) deleteStructuredData(event.extra)
  } else if (startsByteOrderMark(bytes, at, end)) {
    // Structured data is missing, and MSG begins here, with a byte order mark. Callers expect MSG one byte
    // after the returned end.
    return at - 1
  }
  return dataEnd === -1 || dataEnd === end || bytes[dataEnd] === SPACE ? dataEnd : -1
}

/**
 * Reads MSG. If it is missing, MSGID and STRUCTURED-DATA, the text from `idAt` to `dataEnd`, become the
 * message, since a search could not find an event without text. `idAt` equals `dataAt` if MSGID is nil.
 */
function readMessage(
  bytes: Buffer,
  dataAt: number,
  dataEnd: number,
  end: number,
  idAt: number,
  context: ParseContext,
  event: ParsedEvent,
): void {
  const messageAt = messageStart(bytes, Math.min(dataEnd + 1, end), end)
  if (messageAt >= end) {
    const textEnd = dataEnd === dataAt || bytes[dataAt] === DASH ? dataAt - 1 : dataEnd
    event.message = idAt < textEnd ? decode(bytes, idAt, textEnd) : ''
    return
  }
  const mnemonicAt = readMnemonic(bytes, messageAt, end, event)
  event.message = decode(bytes, mnemonicAt === -1 ? messageAt : mnemonicAt, end)
  if (event.program !== '') return
  if (isRepeatCount(bytes, messageAt, end)) event.program = context.recent?.programOf(event.host) ?? ''
  else readDeviceRecord(bytes, messageAt, end, context, event, false)
}

/**
 * Start of the text of MSG, after a byte order mark and one space. Templates made for RFC 3164, such as
 * RSYSLOG_SyslogProtocol23Format, also send the space that followed the tag. Further spaces are indentation.
 */
function messageStart(bytes: Uint8Array, start: number, end: number): number {
  const isSpaced = start < end && bytes[start] === SPACE
  const bomAt = isSpaced ? start + 1 : start
  const at = skipByteOrderMark(bytes, bomAt, end)
  if (at === bomAt) return bomAt
  return !isSpaced && at < end && bytes[at] === SPACE ? at + 1 : at
}

function deleteStructuredData(extra: Record<string, unknown>): void {
  for (const key of Object.keys(extra)) if (key.startsWith('SDATA')) delete extra[key]
}

/** Whether a header token is empty or `-`, the NILVALUE of RFC 5424. */
function isNil(bytes: Uint8Array, start: number, end: number): boolean {
  return end === start || (end - start === 1 && bytes[start] === DASH)
}

/** Whether the token looks like `2026-01-02T...`, unlike `file` in `1 file deleted`. It may be invalid. */
function looksLikeTimestamp(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    end - at > 11 &&
    isDigit(byteAt(bytes, at)) &&
    bytes[at + 4] === DASH &&
    bytes[at + 7] === DASH &&
    (byteAt(bytes, at + 10) | 0x20) === 0x74 // T or t
  )
}
