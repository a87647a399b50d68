import type { ParsedEvent } from '../../schema/event.ts'
import type { Refusal } from '../../schema/ledger.ts'
import { DelimiterFramer } from '../framing/delimiter-framer.ts'
import { StreamFramer, type StreamFramerOptions } from '../framing/stream-framer.ts'
import { maxGelfBytes } from '../receivers/gelf-decoder.ts'
import type { ParseContext } from '../syslog/context.ts'
import { parseSyslog } from '../syslog/parse.ts'
import { decodeGelf, gelfAssembler } from './decode-gelf.ts'
import { decodeJson } from './decode-json.ts'
import { decodeRaw } from './decode-raw.ts'

/** Cuts the bytes of one connection into frames, however they are cut into chunks; see StreamFramer. */
export interface Framer {
  feed(chunk: Buffer): void
  /** The connection has ended: what is left is a frame too. */
  end(): void
  /** Faults of the framing so far. */
  readonly errors: number
}

/** Puts messages together that come in several datagrams. One for each listener. */
export interface Assembler {
  /**
   * The whole message that a datagram is, or that it completes, valid during the call alone; undefined while parts are missing. The
   * datagram is to be copied if it is kept. `now`: milliseconds of the monotonic clock.
   */
  take(datagram: Buffer, sender: string, now: number): Buffer | undefined
  /** Nothing comes any more. */
  end(): void
}

/** Tells the ledger of messages that are given up. */
export type Refuse = (reason: Refusal, messages: number) => void

/**
 * The event of one frame, bytes [start, end), which was `length` bytes long before it was cut; undefined: it is none, and is
 * refused as invalid. Never throws; keeps no reference to the bytes. `truncated` says that the message was cut.
 */
export type Decode = (
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  length: number,
) => ParsedEvent | undefined

interface StreamKind {
  transport: 'tcp' | 'unix'
  /** Whether it can do without TLS. */
  tls?: 'required'
  /** Where it listens when nothing is said. */
  port?: number
  framer: (options: StreamFramerOptions) => Framer
  /** Bytes of a frame that are kept when nothing is said, where those of all listeners would not do. */
  maxFrameBytes?: number
  decode: Decode
}

interface DatagramKind {
  transport: 'udp'
  port: number
  /** Absent: each datagram is a message. */
  assembler?: (refuse: Refuse) => Assembler
  maxFrameBytes?: undefined
  decode: Decode
}

export type ListenerKind = StreamKind | DatagramKind

const LF = 0x0a
const NUL = 0

const syslogFrames = (options: StreamFramerOptions): Framer => new StreamFramer(options)
const lineFrames = (options: StreamFramerOptions): Framer => new DelimiterFramer(LF, options)
const nulFrames = (options: StreamFramerOptions): Framer => new DelimiterFramer(NUL, options)

/** What can be listened for: how bytes come, what a frame is, and what a frame means. */
const kinds = {
  'syslog-udp': { transport: 'udp', port: 5514, decode: parseSyslog },
  'syslog-tcp': { transport: 'tcp', port: 5514, framer: syslogFrames, decode: parseSyslog },
  'syslog-tls': { transport: 'tcp', tls: 'required', port: 6514, framer: syslogFrames, decode: parseSyslog },
  'syslog-unix': { transport: 'unix', framer: syslogFrames, decode: parseSyslog },
  'json-tcp': { transport: 'tcp', port: 5515, framer: lineFrames, decode: decodeJson },
  'raw-tcp': { transport: 'tcp', port: 5516, framer: lineFrames, decode: decodeRaw },
  'raw-udp': { transport: 'udp', port: 5516, decode: decodeRaw },
  'gelf-udp': { transport: 'udp', port: 12_201, assembler: gelfAssembler, decode: decodeGelf },
  'gelf-tcp': {
    transport: 'tcp',
    port: 12_201,
    framer: nulFrames,
    maxFrameBytes: maxGelfBytes,
    decode: decodeGelf,
  },
} as const satisfies Record<string, ListenerKind>

export type ListenerKindName = keyof typeof kinds

/** All of them, in the order of the table. */
export const listenerKindNames = Object.keys(kinds) as ListenerKindName[] // the keys of this very object

/** The row of a kind, as what all rows have in common. */
export function listenerKind(name: ListenerKindName): ListenerKind {
  return kinds[name]
}
