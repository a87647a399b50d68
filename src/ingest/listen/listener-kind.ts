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

/** Puts messages together that come in several datagrams. Each listener has its own. */
export interface Assembler {
  /**
   * The whole message that a datagram is, or that it completes, valid during the call alone; undefined while parts are missing. The
   * datagram is to be copied if it is kept. `now`: milliseconds of the monotonic clock.
   */
  take(datagram: Buffer, sender: string, now: number): Buffer | undefined
  /** No more datagrams come. */
  end(): void
}

/** Counts messages that are given up in the ledger. */
export type Refuse = (reason: Refusal, messages: number) => void

/**
 * Decodes one frame, bytes [start, end), which was `length` bytes long before it was cut; undefined refuses it as invalid. Never throws;
 * keeps no reference to the bytes. `originalBytes` of the event says that the message was cut.
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
  tls?: 'required'
  /** Its default port. */
  port?: number
  framer: (options: StreamFramerOptions) => Framer
  /** Bytes of a frame that are kept by default, where the default of all listeners is too small. */
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
