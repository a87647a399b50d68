/** Encoded events. The bytes are valid until the next call of `next`. */
export interface EventBatch {
  bytes: Buffer
  events: number
  /** Start and end of each event in `bytes`, with its framing; separators of bodies lie between events. */
  starts: Int32Array
  ends: Int32Array
}

/** The events of one connection. */
export interface ConnectionSupply {
  /** At least one and at most `max` events; undefined at the end. */
  next(max: number): Promise<EventBatch | undefined> | EventBatch | undefined
}

/** Where the events to send come from: files or templates. */
export interface EventSupply {
  /** Opens the source of one connection; each event goes to one connection. */
  open(): ConnectionSupply
  /** Waiting connections get no more events. May be called twice. */
  close(): Promise<void>
}

/** How events are separated on a connection. */
export interface Frame {
  /** Frames one event. `encoding` is the encoding in which it will be sent. */
  frame(text: string, encoding: 'latin1' | 'utf8'): string
  /** ASCII text between two events. */
  separator: string
}

const lineEnds = /[\r\n]+/g

/** RFC 6587 section 3.4.2: one event per line. Line ends within an event become spaces. */
export const lineFrame: Frame = { frame: text => `${text.replace(lineEnds, ' ')}\n`, separator: '' }

/** RFC 6587 section 3.4.1 and RFC 5425: the number of bytes, a space, the event. */
export const countedFrame: Frame = {
  frame: (text, encoding) => `${Buffer.byteLength(text, encoding)} ${text}`,
  separator: '',
}

/** GELF over TCP: a zero byte ends each event. */
export const nulFrame: Frame = { frame: text => `${text}\0`, separator: '' }

/** No framing, for datagrams and members of a body. */
export function bareFrame(separator = ''): Frame {
  return { frame: text => text, separator }
}
