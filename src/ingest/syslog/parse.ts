import { EVENT_SYSLOG, EVENT_UNKNOWN, type ParsedEvent } from '../../schema/event.ts'
import { frameEvent, keptEnd } from '../framing/frame-event.ts'
import { byteAt, byteOrderMark, GREATER, isDigit, LESS, SPACE, skipSpaces, startsWithText } from './bytes.ts'
import type { ParseContext } from './context.ts'
import { readRfc3164 } from './rfc3164.ts'
import { readRfc5424 } from './rfc5424.ts'
import { decode } from './text.ts'

/**
 * Parses one syslog frame, bytes [start, end). Never throws and never drops: other text becomes a raw message of type UNKNOWN
 * from the sender at the time of receipt. Cuts a frame over the limit between two characters and sets `extra.truncated` to its
 * length; `originalLength` is the length of a frame that the receiver cut. The event keeps no reference to `bytes`.
 */
export function parseSyslog(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  originalLength: number = end - start,
): ParsedEvent {
  const event = frameEvent(context, EVENT_SYSLOG)
  const last = keptEnd(bytes, start, end, originalLength, context, event)
  const first = bytes[start] === 0xef && startsWithText(bytes, start, last, byteOrderMark) ? start + 3 : start
  const priorityAt = priorityEnd(bytes, first, last)
  if (priorityAt === -1) {
    if (byteAt(bytes, first) === LESS || !readRfc3164(bytes, first, last, context, event))
      keepRaw(bytes, start, last, context, event)
    return event
  }
  // Check Point writes `<134> 1 2026-...`.
  const content = bytes[priorityAt] === SPACE ? skipSpaces(bytes, priorityAt, last) : priorityAt
  const priority = priorityValue(bytes, first + 1, priorityAt - 1)
  event.facility = priority >> 3
  event.severity = priority & 7
  switch (readRfc5424(bytes, content, last, context, event)) {
    case 'other':
      readRfc3164(bytes, content, last, context, event)
      break
    case 'broken':
      keepRaw(bytes, priorityAt, last, context, event)
      break
  }
  return event
}

function keepRaw(bytes: Buffer, start: number, end: number, context: ParseContext, event: ParsedEvent): void {
  event.type = EVENT_UNKNOWN
  event.host = context.sender
  event.program = ''
  const { truncated } = event.extra
  event.extra = truncated === undefined ? {} : { truncated }
  event.message = decode(bytes, start, end)
}

/** The position behind `<PRI>`: one to three digits, at most 191. -1 for anything else. */
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
