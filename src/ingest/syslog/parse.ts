import { EVENT_SYSLOG, EVENT_UNKNOWN, type ParsedEvent } from '../../schema/event/event.ts'
import { frameEvent, keptEnd } from './frame-event.ts'
import { byteAt, GREATER, isDigit, LESS, SPACE, skipByteOrderMark, skipSpaces } from './parts/bytes.ts'
import type { ParseContext } from './parts/context.ts'
import { mnemonicSeverity } from './parts/mnemonic.ts'
import { decode } from './parts/text.ts'
import { readRfc3164, startsTimestamp } from './rfc3164.ts'
import { readRfc5424 } from './rfc5424.ts'

/**
 * Parses one syslog frame, bytes [start, end), into an event. Never throws and never drops: other text
 * becomes a raw message of type UNKNOWN, from the sender at the time of receipt. Cuts a frame over the limit
 * between two characters and sets `extra.truncated` to its length. `originalLength`: length of a frame that
 * the receiver has cut. The event keeps no reference to `bytes`.
 */
export function parseSyslog(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  originalLength: number = end - start,
): ParsedEvent {
  const event = frameEvent(context, EVENT_SYSLOG)
  const contentEnd = keptEnd(bytes, start, end, originalLength, context, event)
  const frameAt = skipByteOrderMark(bytes, start, contentEnd)
  const contentAt = priorityEnd(bytes, frameAt, contentEnd)
  if (contentAt !== -1) readFrame(bytes, frameAt, contentAt, contentEnd, context, event)
  // `<` without a valid PRI, such as `<999>text`, or a text without any known header.
  else if (byteAt(bytes, frameAt) === LESS || !readRfc3164(bytes, frameAt, contentEnd, context, event))
    keepRaw(bytes, frameAt, contentEnd, context, event)
  else if (event.mnemonic !== '') {
    // Without a PRI, the event has the severity of its Cisco mnemonic.
    const severity = mnemonicSeverity(event.mnemonic)
    if (severity !== -1) event.severity = severity
  }
  if (event.program === '' && event.message.charCodeAt(0) === LESS)
    readInnerFrame(bytes, frameAt, contentEnd, context, event)
  context.recent?.add(event)
  return event
}

/** Reads a frame with a valid PRI, from its `<` at `start` to `contentAt`, the position after its `>`. */
function readFrame(
  bytes: Buffer,
  start: number,
  contentAt: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): void {
  const bomEnd = skipByteOrderMark(bytes, contentAt, end)
  // Check Point writes `<134> 1 2026-...`.
  const versionAt = bytes[bomEnd] === SPACE ? skipSpaces(bytes, bomEnd, end) : bomEnd
  const priority = priorityValue(bytes, start + 1, contentAt - 1)
  event.facility = priority >> 3
  event.severity = priority & 7
  const isVersion = bytes[versionAt] === 0x31 && bytes[versionAt + 1] === SPACE
  const outcome = isVersion ? readRfc5424(bytes, versionAt, end, context, event) : 'other'
  if (outcome === 'other') readRfc3164(bytes, versionAt, end, context, event)
  else if (outcome === 'broken') keepRaw(bytes, contentAt, end, context, event)
}

/**
 * Reads the message as a frame with its own PRI and time, such as `<13>Jan  2 03:04:05 relay <134>Jan  2
 * 03:04:05 fw-1 app: text`: a relay has put its header before it. Changes nothing for other messages.
 */
function readInnerFrame(
  bytes: Buffer,
  outerAt: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): void {
  // The message is the last part of the frame. If decoding replaced invalid bytes, `at` is wrong: then no PRI
  // is found there, and the message stays as it is.
  const at = end - Buffer.byteLength(event.message)
  const contentAt = at > outerAt ? priorityEnd(bytes, at, end) : -1
  if (contentAt !== -1 && startsTimestamp(bytes, contentAt, end, context))
    readFrame(bytes, at, contentAt, end, context, event)
}

/** Makes the whole text the message of an UNKNOWN event. Resets what was read from it, but not the PRI. */
function keepRaw(bytes: Buffer, start: number, end: number, context: ParseContext, event: ParsedEvent): void {
  event.type = EVENT_UNKNOWN
  event.ts = context.receivedAt
  event.host = context.sender
  event.program = ''
  const { truncated } = event.extra
  event.extra = truncated === undefined ? {} : { truncated }
  event.message = decode(bytes, start, end)
}

/** The position after `<PRI>` (one to three digits, at most 191); -1 for anything else. */
function priorityEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== LESS) return -1
  let at = start + 1
  while (at < end && at - start <= 3 && isDigit(byteAt(bytes, at))) at++
  if (at === start + 1 || at >= end || bytes[at] !== GREATER) return -1
  return priorityValue(bytes, start + 1, at) > 191 ? -1 : at + 1
}

function priorityValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + byteAt(bytes, at) - 0x30
  return value
}
