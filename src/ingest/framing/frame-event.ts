import type { ParsedEvent } from '../../schema/event.ts'
import { defaultMaxMessageBytes, type ParseContext } from '../syslog/context.ts'
import { characterBoundary } from '../syslog/text.ts'
import { trimmedEnd } from './trim.ts'

/** RFC 3164 section 4.3.3: 13, user and notice, is the priority of a line without one. */
const defaultFacility = 1
const defaultSeverity = 5

/** An event of a frame of which nothing is known yet but its sender and when it was received. */
export function frameEvent({ receivedAt, sender }: ParseContext, type: number): ParsedEvent {
  return {
    ts: receivedAt,
    host: sender,
    program: '',
    facility: defaultFacility,
    severity: defaultSeverity,
    mnemonic: '',
    message: '',
    type,
    status: 0,
    tags: {},
    extra: {},
  }
}

/**
 * Where the kept part of a frame ends, whose bytes [start, end) are left of `length`: before trailing delimiters, or, when the frame was
 * cut or is over the limit of the context, between two characters at the limit. `extra.truncated` is then the length that it had.
 */
export function keptEnd(
  bytes: Buffer,
  start: number,
  end: number,
  length: number,
  { maxMessageBytes = defaultMaxMessageBytes }: ParseContext,
  event: ParsedEvent,
): number {
  const isCut = length > end - start
  const trimmed = isCut ? end : trimmedEnd(bytes, start, end)
  const limit = start + maxMessageBytes
  if (!isCut && trimmed <= limit) return trimmed
  event.originalBytes = isCut ? length : trimmed - start
  event.extra.truncated = event.originalBytes
  return characterBoundary(bytes, start, Math.min(trimmed, limit))
}
