import type { ParsedEvent } from '../../schema/event.ts'
import type { Figure } from '../../schema/figure.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import type { RuleFile } from '../../schema/rule.ts'
import type { WindowBounds } from '../dedup/window-cache.ts'
import type { EnrichmentSettings } from '../enrichment.ts'
import type { HttpBounds } from '../http/http-receiver.ts'
import type {
  IntakeCounters,
  ReplayedSpool,
  ShipperRequest,
  ShipperResponse,
  Submission,
  SubmissionAnswer,
} from '../intake.ts'
import type { BoundAddress } from '../listen/listeners.ts'
import type { ListenerSettings } from '../listen/settings.ts'
import type { TcpBounds } from '../listen/stream-listener.ts'
import type { TimeTolerance } from '../pipeline.ts'
import type { RuleCounts } from '../rules/rule-counters.ts'
import type { SpoolBounds } from '../spool/spool-writer.ts'

/** All that ingest is set to; given to the worker at its start. */
export interface IngestSettings {
  spoolFolder: string
  listeners: readonly ListenerSettings[]
  /** IANA name of the zone of syslog stamps that name none; UTC when absent. */
  timezone?: string
  /** Bytes of a syslog frame that are kept, 65,536 when absent. */
  maxMessageBytes?: number
  dedup: WindowBounds
  tolerance: TimeTolerance
  spool: SpoolBounds
  http: HttpBounds
  tcp: TcpBounds
  /** Files of rules in force from the first event on; none when absent. */
  rules?: readonly RuleFile[]
  /** What is added to events apart from rules; nothing when absent. */
  enrichment?: EnrichmentSettings
  /** Event ids that are reserved at once, at least 2,000,000. */
  idBlock: number
}

/** An event of an earlier run whose window may still be open: any row of it, as values. */
export interface RecentEvent extends Omit<ParsedEvent, 'extra' | 'readFrom' | 'originalBytes' | 'ts'> {
  id: number
  /** Microseconds. */
  first: number
}

/** How ingest has started. */
export interface IngestStarted {
  addresses: Record<string, BoundAddress>
  /** What earlier runs left in the spool and the store is given now. */
  replayed: ReplayedSpool
}

/** What is asked, and its answer, on either side. */
export interface ToWorker {
  submitIncoming: [Submission, SubmissionAnswer]
  submitShipper: [ShipperRequest, ShipperResponse]
  counters: [null, IntakeCounters]
  setRules: [readonly RuleFile[], null]
  ruleCounts: [null, RuleCounts]
  flush: [null, null]
  /** Recent events of the store, in pieces, before `start`. */
  restoreWindows: [RecentEvent[], null]
  /** Begins to listen. */
  start: [null, IngestStarted]
  /** Reads certificates that have been replaced. */
  reloadCertificates: [null, null]
  close: [null, null]
}
export interface ToMain {
  append: [readonly SpoolBatch[], null]
  /** The sequence of a file that will not be given again. */
  abandon: [number, null]
  /** Reserves so many ids; the answer is the first. */
  reserveIds: [number, number]
  warn: [string, null]
  /** What came in by the second, for seconds that are over; each second once. */
  recordFigures: [Figure[], null]
}
