import { zoneOf } from '../../time/zone.ts'
import type { ParseContext } from '../syslog/context.ts'
import { type EventOverrides, eventOverrides } from './event-overrides.ts'
import type { Decode, ListenerKind } from './listener-kind.ts'
import type { ListenerSettings } from './settings.ts'

/** How all frames of a listener are decoded. */
export interface DecodeSettings extends Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>> {
  decode: Decode
  applyOverrides: EventOverrides | undefined
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
    applyOverrides: eventOverrides(settings),
  }
}
