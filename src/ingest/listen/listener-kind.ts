import type { ParsedEvent } from '../../schema/event.ts'
import type { Refusal } from '../../schema/ledger.ts'
import type { StreamFramerOptions } from '../framing/stream-framer.ts'
import type { ParseContext } from '../syslog/context.ts'

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
