import { isUtf8 } from 'node:buffer'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { writableTags } from '../event/blank-event.ts'
import { characterBoundary, replacements } from '../syslog/parts/text.ts'
import type { Decode } from './listener-kind.ts'

/** The user tag that names the encoding of an event whose bytes were not UTF-8. */
const encodingTag = 'encoding'

const openBrace = 0x7b

/**
 * Decodes frames that are not UTF-8 in another encoding, which the event then names. `decode` reads only
 * UTF-8. It is tried first, so UTF-8 frames cost nothing more. With `compresses`, only frames that begin as
 * JSON are texts.
 */
export function decodeInEncoding(decode: Decode, encoding: string, compresses: boolean): Decode {
  const decoder = new TextDecoder(encoding)
  if (decoder.encoding === 'utf-8') return decode
  return (bytes, start, end, context, length) => {
    replacements.happened = false
    const event = decode(bytes, start, end, context, length)
    if (!replacements.happened || (compresses && bytes[start] !== openBrace)) return event
    const { maxMessageBytes } = context
    const last = Math.min(end, start + (maxMessageBytes ?? end - start))
    const frame = bytes.subarray(start, last)
    // The text contains U+FFFD itself, or the frame was cut within a character.
    if (isUtf8(last < start + length ? frame.subarray(0, characterBoundary(frame, 0, frame.length)) : frame))
      return event
    const text = Buffer.from(decoder.decode(frame))
    const omitted = length - frame.length
    const decoded = decode(
      text,
      0,
      text.length,
      { ...context, maxMessageBytes: text.length },
      text.length + omitted,
    )
    return decoded === undefined
      ? undefined
      : withEncoding(decoded, decoder.encoding, omitted > 0 ? length : undefined)
  }
}

function withEncoding(event: ParsedEvent, encoding: string, length: number | undefined): ParsedEvent {
  writableTags(event)[encodingTag] = encoding
  if (length !== undefined && event.originalBytes !== undefined) {
    event.originalBytes = length
    event.extra.truncated = length
  }
  return event
}
