import type { StreamFramerOptions } from '../framing/stream-framer.ts'
import type { ParseContext } from '../syslog/context.ts'
import { zoneNamed } from '../syslog/zone.ts'
import type { Decode, Framer, Kind } from './kinds.ts'
import { Marks } from './marks.ts'
import type { ListenerSettings } from './settings.ts'

/** How all lines of a listener are read. */
export interface Reading extends Required<Pick<ParseContext, 'zone' | 'maxMessageBytes'>> {
  decode: Decode
  marks: Marks | undefined
}

export interface StreamReading extends Reading {
  framer: (options: StreamFramerOptions) => Framer
}

/** What holds for listeners that say nothing else. */
export interface ReadingDefaults {
  timezone: string
  maxMessageBytes: number
}

export function readingOf(
  settings: ListenerSettings,
  { decode, frameBytes }: Kind,
  defaults: ReadingDefaults,
): Reading {
  return {
    zone: zoneNamed(settings.timezone ?? defaults.timezone),
    maxMessageBytes: settings.maxFrameBytes ?? frameBytes ?? defaults.maxMessageBytes,
    decode,
    marks: Marks.of(settings),
  }
}
