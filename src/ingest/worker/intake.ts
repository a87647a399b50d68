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

/**
 * Files that earlier runs left in the spool, and their events (repeats counted too) that the store may not
 * have.
 */
export interface ReplayedSpool {
  files: number
  events: number
}

/** Whether ingest accepts events, and what was lost to its limits since the start. */
export interface IntakeState {
  /** Accepts events; otherwise senders wait or are refused. */
  isOpen: boolean
  /** Deduplication windows closed early because memory was full: the next repeat is a new event. */
  windowsEvicted: number
  /** Bytes in memory and in the spool that the store does not have yet. */
  spoolBytes: number
  maxSpoolBytes: number
  /**
   * Free bytes on the disk of the spool, and the minimum below which nothing is accepted; null when unknown.
   */
  freeBytes: number | null
  minFreeBytes: number
  /**
   * Age of the oldest received event that the store does not have, or time since receiving stopped. Absent:
   * an earlier version.
   */
  deliveryLagMs?: number
  /**
   * Refused spool files that wait for room in `spool/refused`, which only the operator can make. Absent: an
   * earlier version.
   */
  heldFiles?: number
  /** Files removed from quarantine, by folder. */
  quarantineRemoved: Readonly<Record<QuarantineFolder, number>>
}

/** Counts of all sources together, and of each. */
export interface IntakeCounters extends LedgerCounts {
  sources: SourceCounts[]
  state: IntakeState
}

/**
 * Ingest as the rest of the main process sees it: the worker thread behind it holds sockets, parsers and
 * spool.
 */
export interface Intake {
  submitIncoming(request: Submission): Promise<SubmissionAnswer>
  submitShipper(request: ShipperRequest): Promise<ShipperResponse>
  counters(): Promise<IntakeCounters>
  /**
   * Unix milliseconds. The sink has everything received before this time, and until then no sender was
   * refused or delayed.
   */
  deliveredUntil(): Promise<number>
  /** When each host was last seen, and how long it is usually silent. */
  hosts(): Promise<HostActivity[]>
  /** Replaces all rules, between two events; resets their counts. Resolves when they are in force. */
  setRules(files: readonly RuleFile[]): Promise<void>
  ruleCounts(): Promise<RuleCounts>
  /**
   * Replaces all triggers, between two events; in the order of execution. Resolves when they are in force.
   */
  setTriggers(triggers: readonly TriggerInForce[]): Promise<void>
  triggerCosts(): Promise<FilterCost[]>
  /** Refuses events that are older than `days`, or than the days of their retention class. */
  limitAge(days: number, classes?: RetentionClasses): Promise<void>
  /**
   * Bound addresses by listener name (syslog_udp, syslog_tcp, ...), with the real port if 0 was requested.
   */
  readonly addresses: Readonly<Record<string, BoundAddress>>
  readonly replayed: ReplayedSpool
  /** Reads replaced certificates of listeners now instead of at the next check. */
  reloadCertificates(): Promise<void>
  /**
   * Delivers nothing to the store until `resumeDelivery`, at most for `maxMs`. Resolves once the store has
   * everything delivered earlier. The spool accepts events meanwhile.
   */
  pauseDelivery(maxMs: number): Promise<void>
  /** Resolves with false if the pause had already timed out. */
  resumeDelivery(): Promise<boolean>
  /**
   * Links everything that the store does not have into a folder of the same file system: the spool as a kill
   * at this moment would leave it.
   */
  linkSpool(target: string): Promise<void>
  /** Resolves once everything received before the call is searchable. */
  flush(): Promise<void>
  /**
   * Resolves once all events of requests that were acknowledged before the call are searchable; undefined
   * when they are.
   */
  whenSearchable(): Promise<void> | undefined
  close(): Promise<void>
}
