import { zoneOf } from '../../time/zone.ts'
import type { StreamFramerOptions } from '../framing/stream-framer.ts'
import type { ParseContext } from '../syslog/context.ts'
import { EventOverrides } from './event-overrides.ts'
import type { Decode, Framer, ListenerKind } from './listener-kind.ts'
import type { ListenerSettings } from './settings.ts'

/** How all frames of a listener are decoded. */
export interface DecodeSettings extends Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>> {
  decode: Decode
  overrides: EventOverrides | undefined
}

export interface StreamDecodeSettings extends DecodeSettings {
  framer: (options: StreamFramerOptions) => Framer
}

/** What listeners have unless their own settings say otherwise. */
export interface DecodeDefaults {
  timezone: string
  maxMessageBytes: number
}

export function decodeSettings(
  settings: ListenerSettings,
  { decode, maxFrameBytes }: ListenerKind,
  defaults: DecodeDefaults,
): DecodeSettings {
  return {
    zone: zoneOf(settings.timezone ?? defaults.timezone),
    maxMessageBytes: settings.maxFrameBytes ?? maxFrameBytes ?? defaults.maxMessageBytes,
    decode,
    overrides: EventOverrides.of(settings),
  }
}
