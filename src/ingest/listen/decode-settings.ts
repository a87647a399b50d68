import { isUtf8 } from 'node:buffer'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { zoneOf } from '../../time/zone.ts'
import { writableExtra, writableTags } from '../event/blank-event.ts'
import { recordEncoding } from '../event/tag-encoding.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { characterBoundary, replacements } from '../syslog/parts/text.ts'
import type { Decode, ListenerKind } from './listener-kind.ts'
import type { ListenerSettings } from './settings.ts'

/** How all frames of a listener are decoded. */
export interface DecodeSettings extends Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>> {
  decode: Decode
  /** Undefined: the listener sets no values in events. */
  applyOverrides: EventOverrides | undefined
}

/** Defaults of all listeners. A listener's settings override them. */
export interface DecodeDefaults {
  timezone: string
  /** Encoding of frames that are not UTF-8. */
  encoding: string
  maxMessageBytes: number
}

/** The settings of a listener, completed by the defaults of its kind and of all listeners. */
export function decodeSettings(
  settings: ListenerSettings,
  { decode, inflate, maxFrameBytes }: ListenerKind,
  defaults: DecodeDefaults,
): DecodeSettings {
  return {
    zone: zoneOf(settings.timezone ?? defaults.timezone),
    maxMessageBytes: settings.maxFrameBytes ?? maxFrameBytes ?? defaults.maxMessageBytes,
    decode: decodeInEncoding(decode, settings.encoding ?? defaults.encoding, inflate),
    applyOverrides: eventOverrides(settings),
  }
}

/** Replaces values of an event. `sender`: its address, or the address that a proxy reports. */
type EventOverrides = (event: ParsedEvent, sender: string) => void

/** Returns a function that sets a listener's values in its events; undefined for a listener without any. */
export function eventOverrides(settings: ListenerSettings): EventOverrides | undefined {
  const { program, sourceTag, senderTag, tags: userTags = {} } = settings
  const tagEntries = Object.entries(userTags)
  const setsTags = tagEntries.length > 0 || senderTag !== undefined
  if (program === undefined && sourceTag === undefined && !setsTags) return undefined
  return (event, sender) => {
    if (program !== undefined) event.program = program
    if (sourceTag !== undefined) writableExtra(event)._source_tag = sourceTag
    if (!setsTags) return
    const tags = writableTags(event)
    if (senderTag !== undefined) tags[senderTag] = sender
    for (const [name, value] of tagEntries) tags[name] = value
  }
}

/**
 * Wraps a decoder of UTF-8: frames that are not UTF-8 are read in another encoding, which a tag of the event
 * then names. UTF-8 is tried first, so that UTF-8 frames take no extra time.
 */
function decodeInEncoding(decode: Decode, encoding: string, inflate: ListenerKind['inflate']): Decode {
  const decoder = new TextDecoder(encoding)
  if (decoder.encoding === 'utf-8') return decode
  /** Decodes a frame in the other encoding. Undefined if it is UTF-8 after all, or cannot be decoded. */
  const decodeOther: Decode = (bytes, start, end, context, originalLength) => {
    // The decoder reads at most `maxMessageBytes` of the frame.
    const { maxMessageBytes } = context
    const receivedEnd = Math.min(end, start + (maxMessageBytes ?? end - start))
    const received = bytes.subarray(start, receivedEnd)
    const cutBytes = originalLength - received.length
    const frame = inflate === undefined ? received : inflate(received)
    if (frame === undefined) return undefined
    // U+FFFD may be a character of the sender, or stand for a cut character: then the frame is UTF-8.
    const complete = cutBytes > 0 ? frame.subarray(0, characterBoundary(frame, 0, frame.length)) : frame
    if (isUtf8(complete)) return undefined
    const utf8 = Buffer.from(decoder.decode(frame))
    const decoded = decode(
      utf8,
      0,
      utf8.length,
      { ...context, maxMessageBytes: utf8.length },
      utf8.length + cutBytes,
    )
    // The decoder refuses a message that is too long as UTF-8.
    return decoded && withEncoding(decoded, decoder.encoding, cutBytes > 0 ? originalLength : undefined)
  }
  return (bytes, start, end, context, originalLength) => {
    // `decode` sets it if it puts U+FFFD into a text.
    replacements.happened = false
    const event = decode(bytes, start, end, context, originalLength)
    if (!replacements.happened) return event
    return decodeOther(bytes, start, end, context, originalLength) ?? event
  }
}

/** Tags an event with its encoding. `originalLength`: bytes that a cut frame had; undefined: not cut. */
function withEncoding(event: ParsedEvent, encoding: string, originalLength: number | undefined): ParsedEvent {
  recordEncoding(event, encoding)
  if (originalLength !== undefined && event.originalBytes !== undefined) {
    event.originalBytes = originalLength
    event.extra.truncated = originalLength
  }
  return event
}
