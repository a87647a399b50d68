import type { LedgerCounts, SourceCounts } from '../schema/ledger.ts'
import type { RuleFile } from '../schema/rule.ts'
import type { BoundAddress } from './listen/listeners.ts'
import type { RuleCounts } from './rules/rule-counters.ts'
import type { QuarantineFolder } from './spool/quarantine.ts'

/** A raw HTTP body handed to ingest. It is parsed in the ingest worker, never in the main process. */
export interface Submission {
  /** The body as received, still encoded. Transferred: the caller must not touch it afterwards. */
  body: Uint8Array<ArrayBuffer>
  /** Path below /incoming, '' for /incoming itself ('/raw', '/raw/app1'); webhookPath for POST /api/events. */
  path: string
  contentType: string
  /** identity, gzip, deflate, zstd. */
  contentEncoding: string
  /** Peer address, for events without a host. */
  sender: string
  /** Whose credential was shown ('token 12', 'user 3'): idempotency keys belong to it. */
  caller: string
  /** ?partial=true: good events are kept although others are bad. */
  partial: boolean
  /** Idempotency-Key header, '' without. */
  idempotencyKey: string
}

/** The path of a Submission of POST /api/events. */
export const webhookPath = 'webhook'

/** accepted: all of it is on disk and survives kill -9. requestId: of a delivery stream, which wants to have it back. */
export type SubmissionAnswer =
  | { status: 200; accepted: number; tooOld: number; requestId?: string }
  | {
      status: 422
      detail: string
      errors: { index: number; field: string; message: string }[]
      accepted: number
    }
  | { status: 400 | 413 | 415; detail: string }
  /** Without a detail: nothing of it was taken. */
  | { status: 503; retryAfter: number; detail?: string }

/** Protocols of other log services that bodies may be in. */
export type Protocol = 'elasticsearch' | 'loki' | 'otlp' | 'splunk' | 'gelf'

/** A raw HTTP body of a log shipper. It is read in the ingest worker and answered as its protocol does. */
export interface ShipperRequest
  extends Pick<
    Submission,
    'body' | 'contentType' | 'contentEncoding' | 'sender' | 'caller' | 'idempotencyKey'
  > {
  protocol: Protocol
  /** Path below the address of the protocol, which says what is in the body ('/logs/_bulk', '/raw'). */
  path: string
  /** Query string without its question mark. */
  query: string
}

/** A response of a shipper's protocol. A status of the 200s means: all of it is on disk and survives kill -9. */
export interface ShipperResponse {
  status: number
  /** Media type; '' when there is no body. */
  type: string
  body: string | Uint8Array
  /** Seconds. */
  retryAfter?: number
}

/** Files of the spool, and the events in them that the store was not known to have (repeats of events counted, too). */
export interface ReplayedSpool {
  files: number
  events: number
}

/** Whether ingest takes events, and what it gave up because of its bounds since the start. */
export interface IntakeState {
  /** Events are taken; otherwise senders are made to wait or refused. */
  isOpen: boolean
  /** Windows of deduplication closed before their time for want of memory: the next repeat is an event of its own. */
  windowsEvicted: number
  /** Bytes in memory and in the spool that the store does not have yet, and how many there may be. */
  spoolBytes: number
  maxSpoolBytes: number
  /** Files removed from quarantine, by folder. */
  quarantineRemoved: Readonly<Record<QuarantineFolder, number>>
}

/** Counts of all sources together, and of each. */
export interface IntakeCounters extends LedgerCounts {
  sources: SourceCounts[]
  state: IntakeState
}

/** Ingest as the rest of the main process sees it: the worker thread behind it holds sockets, parsers and spool. */
export interface Intake {
  submitIncoming(request: Submission): Promise<SubmissionAnswer>
  submitShipper(request: ShipperRequest): Promise<ShipperResponse>
  counters(): Promise<IntakeCounters>
  /**
   * Puts these files of rules in force, in place of all before: each event meets either the old ones or the new ones. Resolves when
   * they are in force; counts begin anew.
   */
  setRules(files: readonly RuleFile[]): Promise<void>
  ruleCounts(): Promise<RuleCounts>
  /** Bound addresses by listener name (syslog_udp, syslog_tcp, ...), with the real port where 0 was asked for. */
  readonly addresses: Readonly<Record<string, BoundAddress>>
  /** What earlier runs left in the spool, given to the store at the start. */
  readonly replayed: ReplayedSpool
  /** Reads certificates of listeners that have been replaced now, not at the next check. */
  reloadCertificates(): Promise<void>
  /** Resolves once everything acknowledged before the call is searchable. */
  flush(): Promise<void>
  close(): Promise<void>
}
