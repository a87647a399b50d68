import type { ParsedEvent } from '../../schema/event/event.ts'
import type { Refusal } from '../../schema/intake/ledger.ts'
import type { StreamFramerOptions } from '../framing/frame-delivery.ts'
import type { ParseContext } from '../syslog/parts/context.ts'

/** Splits the bytes of one connection into frames, no matter how they arrive in chunks; see StreamFramer. */
export interface Framer {
  feed(chunk: Buffer): void
  /** Delivers the remaining bytes as a frame when the connection ends. */
  end(): void
  /** Number of framing errors so far. */
  readonly errors: number
  /** Whether a frame waits for the bytes after it, which show where it ends. */
  readonly isWaiting: boolean
  /** Delivers the waiting frame. */
  flush(): void
}

/** Joins messages that consist of several datagrams. Each listener has its own. */
export interface Assembler {
  /** Adds a datagram. Returns its message if it is complete now, uncopied. `now`: monotonic milliseconds. */
  take(datagram: Buffer, sender: string, now: number): Buffer | undefined
  /** Drops incomplete messages. */
  end(): void
}

/** Counts refused messages in the ledger. */
export type Refuse = (reason: Refusal, messages: number) => void

/**
 * Decodes a frame: bytes [start, end). `originalLength`: its length before it was cut, end - start if it was
 * not. Returns undefined to refuse it as invalid. Sets `originalBytes` of the event if the message is cut.
 * Never throws; keeps no reference to the bytes.
 */
export type Decode = (
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  originalLength: number,
) => ParsedEvent | undefined

/** A kind of listener for connections. */
export interface StreamKind {
  transport: 'tcp' | 'unix'
  tls?: 'required'
  port?: number
  framer: (options: StreamFramerOptions) => Framer
  /** Default of this kind; otherwise the default of all listeners. */
  maxFrameBytes?: number
  /** Returns the text of a frame that may be compressed; undefined if it cannot be read. Never throws. */
  inflate?: (frame: Buffer) => Buffer | undefined
  decode: Decode
}

/** A kind of listener for datagrams. */
export interface DatagramKind {
  transport: 'udp'
  port: number
  /** Absent: each datagram is a whole message. */
  assembler?: (refuse: Refuse) => Assembler
  maxFrameBytes?: undefined
  inflate?: StreamKind['inflate']
  decode: Decode
}

/** The kinds themselves are in kinds.ts. */
export type ListenerKind = StreamKind | DatagramKind
