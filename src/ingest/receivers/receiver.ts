import type { ParsedEvent } from '../../schema/event/event.ts'
import type { BodyText } from '../body/body-text.ts'
import type { ShipperRequest, ShipperResponse } from '../body/submission.ts'
import type { ValueBudget } from '../body/value-budget.ts'
import type { EventBuilder } from './event-builder.ts'

/** A fault of a whole request. */
export interface BodyProblem {
  /** HTTP status: 4xx for faults of the body or the caller, 429 and 503 while there is no room, or 500. */
  status: number
  detail: string
  /** Seconds. */
  retryAfter?: number
}

/** The parts of a request that decide how its body is read and answered. */
type RequestInfo = Pick<ShipperRequest, 'path' | 'query' | 'contentType'>

/** A decoded body, and the builder for its events. */
export interface DecodedBody extends RequestInfo {
  /** Valid until all events have been read. */
  bytes: Buffer
  /** The text of `bytes`, valid as long. Its `encoding` is set after reading text that was not UTF-8. */
  body: BodyText
  builder: EventBuilder
  budget: ValueBudget
}

/** What a receiver returns once all events of a body were read. */
interface BodyResult {
  /** Whether a body with the same content is the same batch, since the sender gave every item an id. */
  isIdempotent?: boolean
  /** The response when the events are on disk. */
  respond(): ShipperResponse
}

/** Yields the events of a body; undefined for a refused item, which the response reports. */
export type BodyEvents = Generator<ParsedEvent | undefined, BodyResult>

/** One protocol of log shippers. */
export interface Receiver {
  /** Compression of the body, if the protocol decides it instead of Content-Encoding. */
  contentEncodingOf?(request: RequestInfo & Pick<ShipperRequest, 'contentEncoding'>): string
  /** Reads a body. Throws BodyRefusedError if it cannot be read to its end; then no event of it is kept. */
  read(body: DecodedBody): BodyEvents
  /** The response to a request that is refused as a whole. */
  refusal(problem: BodyProblem, request: RequestInfo): ShipperResponse
}

/** A response with a JSON body. `retryAfter`: seconds. */
export function jsonResponse(status: number, body: unknown, retryAfter?: number): ShipperResponse {
  const response = { status, type: 'application/json', body: JSON.stringify(body) }
  return retryAfter === undefined ? response : { ...response, retryAfter }
}
