/** A raw HTTP body passed to ingest. It is parsed in the ingest worker, never in the main process. */
export interface Submission {
  /** The body as received, still encoded. Transferred: the caller must not use it afterwards. */
  body: Uint8Array<ArrayBuffer>
  /** Path below /incoming ('' for /incoming itself, '/raw', '/raw/app1'), or `webhookPath`. */
  path: string
  contentType: string
  /** The Content-Encoding header; see decodeBody. */
  contentEncoding: string
  /** Peer address, for events without a host. */
  sender: string
  /** The signed-in caller ('token 12', 'user 3'). Idempotency keys are per caller. */
  caller: string
  /** ?partial=true keeps valid events although others are invalid. */
  partial: boolean
  /** Idempotency-Key header, '' if absent. */
  idempotencyKey: string
}

/** The path of a Submission of POST /api/events. */
export const webhookPath = 'webhook'

/**
 * Outcome of a Submission. `accepted`: number of events that were valid and not too old; except for events
 * that rules drop, they are on disk and survive kill -9. `requestId`: id of a request of Data Firehose, which
 * expects it in the answer.
 */
export type SubmissionAnswer =
  | { status: 200; accepted: number; tooOld: number; requestId?: string }
  | {
      status: 422
      detail: string
      errors: { index: number; field: string; message: string }[]
      accepted: number
    }
  | { status: 400 | 413 | 415; detail: string }
  /** Without `detail`, no event was accepted. */
  | { status: 503; retryAfter: number; detail?: string }

/** Protocols of other log services that bodies may be in. */
export type Protocol = 'elasticsearch' | 'loki' | 'otlp' | 'splunk' | 'gelf'

/** A raw HTTP body of a log shipper. The ingest worker reads it and answers as the protocol requires. */
export interface ShipperRequest extends Omit<Submission, 'path' | 'partial'> {
  protocol: Protocol
  /** Path below the base path of the protocol: '/logs/_bulk', '/raw'. */
  path: string
  /** Query string without its question mark. */
  query: string
}

/** A response in a shipper's protocol. A 2xx status means that all events are on disk and survive kill -9. */
export interface ShipperResponse {
  status: number
  /** Media type of the body; '' when there is no body. */
  type: string
  body: string | Uint8Array
  /** Seconds. */
  retryAfter?: number
}
