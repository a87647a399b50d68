import type { ParsedEvent } from '../../schema/event/event.ts'
import type { Refusal } from '../../schema/intake/ledger.ts'
import type { StreamFramerOptions } from '../framing/frame-delivery.ts'
import type { ParseContext } from '../syslog/parts/context.ts'

/** Cuts the bytes of one connection into frames, independent of the chunks; see StreamFramer. */
export interface Framer {
  feed(chunk: Buffer): void
  /** Delivers the rest as a frame when the connection ends. */
  end(): void
  /** Faults of the framing so far. */
  readonly errors: number
  /** Whether a frame waits for the bytes after it, which show where it ends. */
  readonly isWaiting: boolean
  /** Delivers the waiting frame. */
  flush(): void
}

/** Joins messages that arrive in several datagrams. Each listener has its own. */
export interface Assembler {
  /**
   * Returns the message that a datagram contains or completes, without a copy. `now`: milliseconds of the
   * monotonic clock.
   */
  take(datagram: Buffer, sender: string, now: number): Buffer | undefined
  /** Gives up incomplete messages. */
  end(): void
}

/** Counts refused messages in the ledger. */
export type Refuse = (reason: Refusal, messages: number) => void

/**
 * Decodes one frame, bytes [start, end), which had `length` bytes before it was cut. Returns undefined to
 * refuse it as invalid. Never throws; keeps no reference to the bytes. Sets `originalBytes` of the event when
 * the message is cut.
 */
export type Decode = (
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  length: number,
) => ParsedEvent | undefined

export interface StreamKind {
  transport: 'tcp' | 'unix'
  tls?: 'required'
  port?: number
  framer: (options: StreamFramerOptions) => Framer
  /** Replaces the default of all listeners. */
  maxFrameBytes?: number
  /** Frames may be compressed: the text of a frame; undefined when it cannot be read. Never throws. */
  inflate?: (frame: Buffer) => Buffer | undefined
  decode: Decode
}

export interface DatagramKind {
  transport: 'udp'
  port: number
  /** Absent: each datagram is a message. */
  assembler?: (refuse: Refuse) => Assembler
  maxFrameBytes?: undefined
  inflate?: StreamKind['inflate']
  decode: Decode
}

export type ListenerKind = StreamKind | DatagramKind
