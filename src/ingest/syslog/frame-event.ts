import type { ParsedEvent } from '../../schema/event/event.ts'
import { trimmedEnd } from '../framing/bytes.ts'
import { defaultMaxMessageBytes, type ParseContext } from './parts/context.ts'
import { characterBoundary } from './parts/text.ts'

/** RFC 3164 section 4.3.3: a line without a priority has 13, user and notice. */
const defaultFacility = 1
const defaultSeverity = 5

/** A new event with the default values that remain if its frame does not give others. */
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
 * Returns the end of the part of a frame that is stored, without trailing delimiters. A frame over the limit,
 * or one that the receiver has cut (`originalLength` exceeds its bytes), ends between two characters, and
 * `extra.truncated` gets its original length in bytes.
 */
export function keptEnd(
  bytes: Buffer,
  start: number,
  end: number,
  originalLength: number,
  { maxMessageBytes = defaultMaxMessageBytes }: ParseContext,
  event: ParsedEvent,
): number {
  const isCut = originalLength > end - start
  const trimmed = isCut ? end : trimmedEnd(bytes, start, end)
  const limit = start + maxMessageBytes
  if (!isCut && trimmed <= limit) return trimmed
  event.originalBytes = isCut ? originalLength : trimmed - start
  event.extra.truncated = event.originalBytes
  return characterBoundary(bytes, start, Math.min(trimmed, limit))
}
