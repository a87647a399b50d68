/** Events ready to be sent. The bytes stay as they are until the lane that gave them is asked again. */
export interface EventBatch {
  bytes: Buffer
  events: number
  /** Where each event begins in `bytes` and where it ends, framing included; separators of bodies lie between them. */
  starts: Int32Array
  ends: Int32Array
}

/** What one connection sends. */
export interface ConnectionSupply {
  /** At most so many events (at least one) as soon as there are any; undefined when there are no more. */
  next(max: number): Promise<EventBatch | undefined> | EventBatch | undefined
}

/** Where events come from. */
export interface EventSupply {
  /** One for each connection; what one gives no other does. */
  open(): ConnectionSupply
  close(): Promise<void>
}

/** What is put around events so that they can be told apart. */
export interface Frame {
  /** One event, framed; the encoding is that in which it will be written. */
  frame(text: string, encoding: 'latin1' | 'utf8'): string
  /** Between two events, ASCII. */
  separator: string
}

const lineEnds = /[\r\n]+/g

/** RFC 6587 section 3.4.2: an event a line. Line ends inside of one become spaces. */
export const lineFrame: Frame = { frame: text => `${text.replace(lineEnds, ' ')}\n`, separator: '' }

/** RFC 6587 section 3.4.1 and RFC 5425: the number of bytes, a space, the event. */
export const countedFrame: Frame = {
  frame: (text, encoding) => `${Buffer.byteLength(text, encoding)} ${text}`,
  separator: '',
}

/** GELF over TCP: a zero byte behind each. */
export const nulFrame: Frame = { frame: text => `${text}\0`, separator: '' }

/** A datagram each, or members of a body with this between them. */
export function bareFrame(separator = ''): Frame {
  return { frame: text => text, separator }
}
