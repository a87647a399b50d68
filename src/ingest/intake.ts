/** A raw HTTP body handed to ingest. It is parsed in the ingest worker, never in the main process. */
export interface Submission {
  /** The body as received, still encoded. Transferred: the caller must not touch it afterwards. */
  body: Uint8Array<ArrayBuffer>
  /** Path below /incoming, '' for /incoming itself ('/raw', '/raw/app1'). */
  path: string
  contentType: string
  /** identity, gzip, zstd. */
  contentEncoding: string
  /** Peer address, for events without a host. */
  sender: string
  /** ?partial=true: good events are kept although others are bad. */
  partial: boolean
  /** Idempotency-Key header, '' without. */
  idempotencyKey: string
}

/** accepted: all of it is on disk and survives kill -9. */
export type SubmissionAnswer =
  | { status: 200; accepted: number; outOfTime: number }
  | {
      status: 422
      detail: string
      errors: { index: number; field: string; message: string }[]
      accepted: number
    }
  | { status: 400 | 413 | 415; detail: string }
  | { status: 503; retryAfter: number }

/** Counts since the start; every event is in exactly one of stored, duplicates, out of time, refused or in flight. */
export interface IntakeCounters {
  received: number
  stored: number
  duplicates: number
  outOfTime: number
  refused: number
  inFlight: number
  frameErrors: number
  truncated: number
  /** Kernel drops of our UDP sockets, from /proc/net/udp; 0 where that is not there. */
  udpDropped: number
  bytes: number
  connections: number
}

/** Ingest as the rest of the main process sees it: the worker thread behind it holds sockets, parsers and spool. */
export interface Intake {
  submit(submission: Submission): Promise<SubmissionAnswer>
  counters(): Promise<IntakeCounters>
  /** Bound addresses by listener name (syslog_udp, syslog_tcp, ...), with the real port where 0 was asked for. */
  readonly addresses: Readonly<Record<string, { host: string; port: number }>>
  /** Resolves once everything acknowledged before the call is searchable. */
  flushed(): Promise<void>
  close(): Promise<void>
}
