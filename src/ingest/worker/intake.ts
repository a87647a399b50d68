import type { FilterCost } from '../../schema/filter/filter-cost.ts'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import type { LedgerCounts, SourceCounts } from '../../schema/intake/ledger.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { RetentionClasses } from '../../schema/store/retention.ts'
import type { ShipperRequest, ShipperResponse, Submission, SubmissionAnswer } from '../body/submission.ts'
import type { BoundAddress } from '../listen/listeners.ts'
import type { RuleCounts } from '../rules/rule-counters.ts'
import type { QuarantineFolder } from '../spool/quarantine.ts'
import type { TriggerInForce } from '../triggers/trigger-in-force.ts'
import type { RecentEvent } from './ports.ts'

/** Spool files of earlier runs, and the number of their events (with repeats) that the store may lack. */
export interface ReplayedSpool {
  files: number
  events: number
}

/** Whether ingest accepts events, how full the spool is, and what limits have dropped since the start. */
export interface IntakeState {
  /** False: senders wait or are refused. */
  isOpen: boolean
  /** Deduplication windows closed early because memory was full: the next repeat becomes a new event. */
  windowsEvicted: number
  /** Bytes in memory and in the spool that the store does not have yet. */
  spoolBytes: number
  maxSpoolBytes: number
  /** Free bytes on the spool's disk; null if unknown. */
  freeBytes: number | null
  /** Below this many free bytes nothing is accepted. */
  minFreeBytes: number
  /** Age of the oldest event that the store lacks, or time since receiving stopped: the longer one. */
  deliveryLagMs?: number
  /** Refused files that wait for the operator to make room in `spool/refused`. */
  heldFiles?: number
  quarantineRemoved: Readonly<Record<QuarantineFolder, number>>
}

/** Event counts of all sources together, and of each source. */
export interface IntakeCounters extends LedgerCounts {
  sources: SourceCounts[]
  state: IntakeState
}

/** Ingest as the main process sees it. Sockets, parsers and spool are in the worker thread. */
export interface Intake {
  submitIncoming(request: Submission): Promise<SubmissionAnswer>
  submitShipper(request: ShipperRequest): Promise<ShipperResponse>
  counters(): Promise<IntakeCounters>
  /** Until this time (Unix milliseconds) the sink has everything, and no sender was refused or delayed. */
  deliveredUntil(): Promise<number>
  /** When each host was last seen, and how long it is usually silent. */
  hosts(): Promise<HostActivity[]>
  /** Replaces all rules between two events, and resets their counts. Resolves when they are in force. */
  setRules(files: readonly RuleFile[]): Promise<void>
  ruleCounts(): Promise<RuleCounts>
  /** Replaces all triggers, given in their order, between two events. Resolves when they are in force. */
  setTriggers(triggers: readonly TriggerInForce[]): Promise<void>
  triggerCosts(): Promise<FilterCost[]>
  /**
   * Restores the state of earlier runs, if ingest has started without it: the activity of hosts, and the
   * windows of stored events, in pages as `IntakePorts.recentEvents`.
   */
  restore(hosts: readonly HostActivity[], recentEvents: AsyncIterable<RecentEvent[]>): Promise<void>
  /** Refuses events that are older than `days`, or than the days of their retention class. */
  limitAge(days: number, classes?: RetentionClasses): Promise<void>
  /** Refuses events that the installation of this name has forwarded, from now on. */
  refuseLoops(instance: string): Promise<void>
  /** Bound addresses by listener name (syslog_udp, ...), with the real port in place of 0. */
  readonly addresses: Readonly<Record<string, BoundAddress>>
  readonly replayed: ReplayedSpool
  /** Reads replaced certificates of listeners now instead of at the next check. */
  reloadCertificates(): Promise<void>
  /**
   * Stops giving files to the store until `resumeDelivery`, for at most `maxMs`. Resolves when all running
   * deliveries have ended. The spool continues to accept events.
   */
  pauseDelivery(maxMs: number): Promise<void>
  /** Resolves with false if the pause had already timed out. */
  resumeDelivery(): Promise<boolean>
  /**
   * Links everything that the store does not have into a folder of the same file system, as a kill at this
   * moment would leave the spool.
   */
  linkSpool(target: string): Promise<void>
  /** Resolves once the store has taken or refused everything received before the call. */
  flush(): Promise<void>
  /** Resolves once events of HTTP requests acknowledged before are searchable; undefined if they are. */
  whenSearchable(): Promise<void> | undefined
  close(): Promise<void>
}
