import { zoneOf } from '../../time/zone.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { decodeInEncoding } from './decode-encoding.ts'
import { type EventOverrides, eventOverrides } from './event-overrides.ts'
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
