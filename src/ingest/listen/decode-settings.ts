import { isUtf8 } from 'node:buffer'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { zoneOf } from '../../time/zone.ts'
import { writableExtra, writableTags } from '../event/blank-event.ts'
import { tagEncoding } from '../event/tag-encoding.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { characterBoundary, replacements } from '../syslog/parts/text.ts'
import type { Decode, ListenerKind } from './listener-kind.ts'
import type { ListenerSettings } from './settings.ts'

/** How all frames of a listener are decoded. */
export interface DecodeSettings extends Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>> {
  decode: Decode
  applyOverrides: EventOverrides | undefined
}

/** Defaults of all listeners. A listener's settings override them. */
export interface DecodeDefaults {
  timezone: string
  /** Encoding of frames that are not UTF-8. */
  encoding: string
  maxMessageBytes: number
}

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
  const added = Object.entries(userTags)
  const setsTags = added.length > 0 || senderTag !== undefined
  if (program === undefined && sourceTag === undefined && !setsTags) return undefined
  return (event, sender) => {
    if (program !== undefined) event.program = program
    if (sourceTag !== undefined) writableExtra(event)._source_tag = sourceTag
    if (!setsTags) return
    const tags = writableTags(event)
    if (senderTag !== undefined) tags[senderTag] = sender
    for (const [name, value] of added) tags[name] = value
  }
}

/**
 * Wraps a decoder of UTF-8: frames that are not UTF-8 are read in another encoding, which the event's tag
 * then names. UTF-8 is tried first, so that UTF-8 frames take no extra time.
 */
function decodeInEncoding(decode: Decode, encoding: string, inflate: ListenerKind['inflate']): Decode {
  const decoder = new TextDecoder(encoding)
  if (decoder.encoding === 'utf-8') return decode
  return (bytes, start, end, context, length) => {
    replacements.happened = false
    const event = decode(bytes, start, end, context, length)
    if (!replacements.happened) return event
    const { maxMessageBytes } = context
    const last = Math.min(end, start + (maxMessageBytes ?? end - start))
    const received = bytes.subarray(start, last)
    const frame = inflate === undefined ? received : inflate(received)
    if (frame === undefined) return event
    // U+FFFD may be in the text itself, or come from a cut character.
    if (isUtf8(last < start + length ? frame.subarray(0, characterBoundary(frame, 0, frame.length)) : frame))
      return event
    const text = Buffer.from(decoder.decode(frame))
    const omitted = length - received.length
    const decoded = decode(
      text,
      0,
      text.length,
      { ...context, maxMessageBytes: text.length },
      text.length + omitted,
    )
    // As UTF-8 the message is too long.
    return decoded === undefined
      ? event
      : withEncoding(decoded, decoder.encoding, omitted > 0 ? length : undefined)
  }
}

function withEncoding(event: ParsedEvent, encoding: string, length: number | undefined): ParsedEvent {
  tagEncoding(event, encoding)
  if (length !== undefined && event.originalBytes !== undefined) {
    event.originalBytes = length
    event.extra.truncated = length
  }
  return event
}
