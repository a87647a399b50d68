import type { ParsedEvent } from '../../schema/event/event.ts'
import { trimmedEnd } from '../framing/trim.ts'
import { defaultMaxMessageBytes, type ParseContext } from './parts/context.ts'
import { characterBoundary } from './parts/text.ts'

/** RFC 3164 section 4.3.3: 13, user and notice, is the priority of a line without one. */
const defaultFacility = 1
const defaultSeverity = 5

/** An event with defaults, before its frame is parsed. */
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
 * The end of the kept part of a frame: before trailing delimiters, or at a character boundary when the frame
 * was cut or exceeds the limit; `extra.truncated` is then its original length.
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
