import type { ParsedEvent } from '../../schema/event/event.ts'
import { trimmedEnd } from '../framing/trim.ts'
import { defaultMaxMessageBytes, type ParseContext } from './parts/context.ts'
import { characterBoundary } from './parts/text.ts'

/** RFC 3164 section 4.3.3: a line without a priority has 13, user and notice. */
const defaultFacility = 1
const defaultSeverity = 5

/** A new event with default values, before its frame is parsed. */
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
 * The end of the part of a frame that is kept: before trailing delimiters, and between characters if the
 * frame was cut or exceeds the limit. `extra.truncated` then has its original length.
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
