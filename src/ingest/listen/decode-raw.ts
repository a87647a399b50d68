import { EVENT_UNKNOWN, type ParsedEvent } from '../../schema/event/event.ts'
import { frameEvent, keptEnd } from '../syslog/frame-event.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { decode } from '../syslog/parts/text.ts'

/** Decodes a frame without parsing it: all of it is the message, of type UNKNOWN. */
export function decodeRaw(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  originalLength: number,
): ParsedEvent {
  const event = frameEvent(context, EVENT_UNKNOWN)
  event.message = decode(bytes, start, keptEnd(bytes, start, end, originalLength, context, event))
  return event
}
