import type { LedgerCounts, Refusal } from '../../schema/intake/ledger.ts'

/** The counts that continue after restarts; the others are computed from them or start at 0. */
export type AccountTotals = Omit<LedgerCounts, 'received' | 'refused' | 'inFlight' | 'connections'>

/** The event counts of one source: a listener, or a protocol of HTTP. */
export class LedgerAccount implements AccountTotals {
  readonly source: string
  received = 0
  stored = 0
  duplicates = 0
  dropped = 0
  tooOld = 0
  readonly refusals: LedgerCounts['refusals'] = {}
  readonly turnedAway: LedgerCounts['turnedAway'] = {}
  udpDropped = 0
  frameErrors = 0
  truncated = 0
  fieldsOmitted = 0
  clockAhead = 0
  bytes = 0
  connections = 0
  /** Unix microseconds of the last event that this process received; 0 before. */
  lastAt = 0

  /** First occurrences and duplicates in the open batch. */
  openFirsts = 0
  openDuplicates = 0
  /** Events in cut batches that the store does not have yet. */
  undelivered = 0
  /**
   * Whether counts have changed that only LedgerJournal.save writes. Counts of the open batch are written
   * with its spool files instead.
   */
  isUnsaved = false

  constructor(source: string) {
    this.source = source
  }

  /** Counts events that were received but not kept. */
  refuse(reason: Refusal, events = 1): void {
    if (events === 0) return
    this.received += events
    this.refusals[reason] = (this.refusals[reason] ?? 0) + events
    this.isUnsaved = true
  }

  /** Counts a connection or a body that is refused as a whole, so that its number of events is unknown. */
  turnAway(reason: Refusal): void {
    this.turnedAway[reason] = (this.turnedAway[reason] ?? 0) + 1
    this.isUnsaved = true
  }

  get inFlight(): number {
    return this.openFirsts + this.openDuplicates + this.undelivered
  }

  get refused(): number {
    let sum = 0
    for (const events of Object.values(this.refusals)) sum += events
    return sum
  }

  counts(): LedgerCounts {
    const { received, inFlight, refused, connections } = this
    return { received, refused, inFlight, connections, ...this.totals() }
  }

  totals(): AccountTotals {
    const { stored, duplicates, dropped, tooOld, udpDropped, frameErrors, truncated, bytes } = this
    const { fieldsOmitted, clockAhead } = this
    return {
      stored,
      duplicates,
      dropped,
      tooOld,
      refusals: { ...this.refusals },
      turnedAway: { ...this.turnedAway },
      udpDropped,
      frameErrors,
      truncated,
      fieldsOmitted,
      clockAhead,
      bytes,
    }
  }

  /** Continues from the totals of an earlier run. Call it before the account counts anything. */
  restore(totals: AccountTotals): void {
    const { refusals, turnedAway, ...numbers } = totals
    Object.assign(this, numbers)
    Object.assign(this.refusals, refusals)
    Object.assign(this.turnedAway, turnedAway)
    this.received = this.stored + this.duplicates + this.dropped + this.tooOld + this.refused
  }
}
