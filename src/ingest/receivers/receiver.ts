import type { ParsedEvent } from '../../schema/event.ts'
import type { ShipperRequest, ShipperResponse } from '../intake.ts'
import type { Origin } from './event-builder.ts'

/** What is wrong with a shipment as a whole. */
export interface BodyProblem {
  /** HTTP status: 4xx of a body or of a caller, 429 and 503 while there is no room, 500. */
  status: number
  detail: string
  /** Seconds. */
  retryAfter?: number
}

/** The parts of a shipment that say how it is to be read and answered. */
export type RequestInfo = Pick<ShipperRequest, 'path' | 'query' | 'contentType'>

/** A body being read. */
export interface BodyReader {
  /** Every item has an id of its sender's: after all events have been read, a body of the same content is the same batch. */
  readonly isIdempotentByContent: boolean
  /** Messages that were cut, so far. */
  readonly truncatedEvents: number
  /**
   * The events one by one; undefined: an item that is refused, which the answer tells of. Throws BodyRefusedError when the
   * rest cannot be read and nothing of the body is to be kept.
   */
  events(): Iterable<ParsedEvent | undefined>
  /** The answer, after all events have been read and those that were good are on disk. */
  answer(): ShipperResponse
}

/** One protocol of log shippers. */
export interface Receiver {
  /** The coding of the body when its protocol, and not Content-Encoding, says it. */
  encodingOf?(shipment: RequestInfo & Pick<ShipperRequest, 'contentEncoding'>): string
  /** Begins to read a body (decoded), whose memory is gone once all events have been read. Throws BodyRefusedError when it cannot be read at all. */
  read(body: Buffer, shipment: RequestInfo, origin: Origin): BodyReader
  /** How the protocol says that a whole shipment is refused. */
  refusal(problem: BodyProblem, shipment: RequestInfo): ShipperResponse
}

export function jsonResponse(status: number, body: unknown, retryAfter?: number): ShipperResponse {
  const reply = { status, type: 'application/json', body: JSON.stringify(body) }
  return retryAfter === undefined ? reply : { ...reply, retryAfter }
}
