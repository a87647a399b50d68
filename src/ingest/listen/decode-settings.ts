import type { ParsedEvent } from '../../schema/event/event.ts'
import { zoneOf } from '../../time/zone.ts'
import { writableExtra, writableTags } from '../event/blank-event.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { decodeInEncoding } from './decode-encoding.ts'
import type { Decode, ListenerKind } from './listener-kind.ts'
import type { ListenerSettings } from './settings.ts'

/** How all frames of a listener are decoded. */
export interface DecodeSettings extends Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>> {
  decode: Decode
  applyOverrides: EventOverrides | undefined
}

/** Defaults of all listeners, unless their own settings override them. */
export interface DecodeDefaults {
  timezone: string
  /** Encoding of frames that are not UTF-8. */
  encoding: string
  maxMessageBytes: number
}

export function decodeSettings(
  settings: ListenerSettings,
  { decode, compresses = false, maxFrameBytes }: ListenerKind,
  defaults: DecodeDefaults,
): DecodeSettings {
  return {
    zone: zoneOf(settings.timezone ?? defaults.timezone),
    maxMessageBytes: settings.maxFrameBytes ?? maxFrameBytes ?? defaults.maxMessageBytes,
    decode: decodeInEncoding(decode, settings.encoding ?? defaults.encoding, compresses),
    applyOverrides: eventOverrides(settings),
  }
}

/**
 * Replaces values of an event. `sender`: the address that the event came from, or the address that a proxy in
 * front reports.
 */
type EventOverrides = (event: ParsedEvent, sender: string) => void

/**
 * The values that a listener sets in all of its events, overriding their senders; undefined when it sets
 * nothing, as most listeners.
 */
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
