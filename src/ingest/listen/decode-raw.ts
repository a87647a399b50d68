import { EVENT_UNKNOWN, type ParsedEvent } from '../../schema/event.ts'
import { trimmedEnd } from '../framing/trim.ts'
import { defaultMaxMessageBytes, type ParseContext } from '../syslog/context.ts'
import { characterBoundary, decode } from '../syslog/text.ts'

/** User and notice, as of a syslog line that says neither. */
const defaultFacility = 1
const defaultSeverity = 5

/** A frame that nobody looks into: all of it is the message, of type UNKNOWN, from its sender at the time of receipt. */
export function decodeRaw(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  length: number,
): ParsedEvent {
  const event: ParsedEvent = {
    ts: context.receivedAt,
    host: context.sender,
    program: '',
    facility: defaultFacility,
    severity: defaultSeverity,
    mnemonic: '',
    message: '',
    type: EVENT_UNKNOWN,
    status: 0,
    tags: {},
    extra: {},
  }
  const cut = length > end - start
  const trimmed = cut ? end : trimmedEnd(bytes, start, end)
  const limit = start + (context.maxMessageBytes ?? defaultMaxMessageBytes)
  let last = trimmed
  if (cut || trimmed > limit) {
    last = characterBoundary(bytes, start, Math.min(trimmed, limit))
    event.originalBytes = cut ? length : trimmed - start
    event.extra.truncated = event.originalBytes
  }
  event.message = decode(bytes, start, last)
  return event
}
