import { LF, NUL } from '../framing/bytes.ts'
import { DelimiterFramer } from '../framing/delimiter-framer.ts'
import type { StreamFramerOptions } from '../framing/frame-delivery.ts'
import { StreamFramer } from '../framing/stream-framer.ts'
import { parseSyslog } from '../syslog/parse.ts'
import { decodeGelf, inflateGelf, maxGelfBytes } from './decode-gelf.ts'
import { decodeJson } from './decode-json.ts'
import { decodeRaw } from './decode-raw.ts'
import { gelfAssembler } from './gelf-chunks.ts'
import type { Framer, ListenerKind } from './listener-kind.ts'

const syslogFrames = (options: StreamFramerOptions): Framer => new StreamFramer(options)
const lineFrames = (options: StreamFramerOptions): Framer => new DelimiterFramer(LF, options)
const nulFrames = (options: StreamFramerOptions): Framer => new DelimiterFramer(NUL, options)

/** The listener kinds: transport and default port, framing of streams, and decoder of frames. */
const kinds = {
  'syslog-udp': { transport: 'udp', port: 5514, decode: parseSyslog },
  'syslog-tcp': { transport: 'tcp', port: 5514, framer: syslogFrames, decode: parseSyslog },
  'syslog-tls': { transport: 'tcp', tls: 'required', port: 6514, framer: syslogFrames, decode: parseSyslog },
  'syslog-unix': { transport: 'unix', framer: syslogFrames, decode: parseSyslog },
  'json-tcp': { transport: 'tcp', port: 5515, framer: lineFrames, decode: decodeJson },
  'raw-tcp': { transport: 'tcp', port: 5516, framer: lineFrames, decode: decodeRaw },
  'raw-udp': { transport: 'udp', port: 5516, decode: decodeRaw },
  'gelf-udp': {
    transport: 'udp',
    port: 12_201,
    assembler: gelfAssembler,
    inflate: inflateGelf,
    decode: decodeGelf,
  },
  'gelf-tcp': {
    transport: 'tcp',
    port: 12_201,
    framer: nulFrames,
    maxFrameBytes: maxGelfBytes,
    inflate: inflateGelf,
    decode: decodeGelf,
  },
} as const satisfies Record<string, ListenerKind>

export type ListenerKindName = keyof typeof kinds

/** All listener kinds, in the order of the table. */
export const listenerKindNames = Object.keys(kinds) as ListenerKindName[] // `kinds` has no other keys

export function listenerKind(name: ListenerKindName): ListenerKind {
  return kinds[name]
}
