import { type ParsedEvent, truncatedTag } from '../schema/event.ts'
import type { Deduplicator } from './dedup/deduplicator.ts'
import type { Enrichment } from './enrichment.ts'
import type { EventIds } from './ids.ts'
import type { Account } from './ledger/account.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { RuleSet } from './rules/rule-set.ts'
import type { SpoolWriter } from './spool/writer.ts'

/** How far from its receipt the time of an event may lie, microseconds. */
export interface TimeTolerance {
  back: number
  ahead: number
}

/** Below so many ids nothing is admitted: a chunk or a body must not run out of them. */
const leastIds = 1_000_000
const idRetryMillis = 1_000

/** Tags of one event, whatever they come from. */
const maxTags = 256

/** What an event goes through once it is parsed, whichever way it came: its time, rules, deduplication, the spool. */
export class Pipeline {
  readonly ledger: Ledger
  readonly writer: SpoolWriter
  /** The rules in force; replaced as a whole, between two events. */
  rules: RuleSet | undefined
  /** What is added to events apart from rules. */
  enrichment: Enrichment | undefined
  readonly #dedup: Deduplicator
  readonly #ids: EventIds
  readonly #save: () => void
  readonly #tolerance: TimeTolerance
  readonly #warn: (message: string) => void
  readonly #resumes = new Set<() => void>()
  #refilling = false

  constructor(
    parts: {
      ledger: Ledger
      writer: SpoolWriter
      dedup: Deduplicator
      ids: EventIds
      /** Brings counts to disk. */
      save: () => void
    },
    tolerance: TimeTolerance,
    warn: (message: string) => void,
  ) {
    this.ledger = parts.ledger
    this.writer = parts.writer
    this.#dedup = parts.dedup
    this.#ids = parts.ids
    this.#save = parts.save
    this.#tolerance = tolerance
    this.#warn = warn
  }

  /** False while nothing should be taken: receivers pause or refuse. */
  get open(): boolean {
    return !this.writer.saturated && this.#ids.left >= leastIds
  }

  /**
   * Takes an event that was received at `receivedAt` (microseconds) and counts it for its source; `now` is in milliseconds of the
   * monotonic clock. Answers false when it is too old to be kept; what a rule drops was wanted so. `chunkEnd` is due after a run of calls.
   */
  take(event: ParsedEvent, receivedAt: number, now: number, account: Account): boolean {
    account.received++
    if (event.ts < receivedAt - this.#tolerance.back) {
      account.outOfTime++
      account.unsaved = true
      this.ledger.receipts.outOfTime(receivedAt)
      return false
    }
    if (event.ts > receivedAt + this.#tolerance.ahead) event.ts = receivedAt
    if (event.truncated !== undefined) signTruncated(event, event.truncated)
    this.enrichment?.beforeRules(event)
    if (this.rules !== undefined && !this.rules.apply(event)) {
      account.dropped++
      account.unsaved = true
      return true
    }
    const omitted = this.enrichment?.afterRules(event) ?? 0
    if (omitted > 0) {
      account.fieldsOmitted += omitted
      account.unsaved = true
    }
    if (this.#dedup.take(event, now, this.writer.batch)) {
      account.openFirsts++
      this.ledger.receipts.first(receivedAt)
    } else {
      account.openDuplicates++
      this.ledger.receipts.duplicate(receivedAt)
    }
    return true
  }

  chunkEnd(): void {
    if (this.writer.batch.events > 0) this.writer.taken()
    this.saveCounts()
    if (this.#ids.left < 2 * leastIds) void this.#refill()
  }

  /** Brings to disk what was counted and is in no batch: what a kill takes has not been answered. */
  saveCounts(): void {
    if (this.ledger.isUnsaved) this.#save()
  }

  /** Calls `resume` once, as soon as the pipeline is open again. */
  whenOpen(resume: () => void): void {
    this.#resumes.add(resume)
  }

  forget(resume: () => void): void {
    this.#resumes.delete(resume)
  }

  /** To be called when `open` may have become true. */
  relieved(): void {
    for (const resume of this.#resumes) {
      if (!this.open) return
      this.#resumes.delete(resume)
      resume()
    }
  }

  async #refill(): Promise<void> {
    if (this.#refilling) return
    this.#refilling = true
    try {
      await this.#ids.refill()
      this.#refilling = false
      this.relieved()
    } catch (error) {
      this.#warn(`No event ids can be reserved: ${error instanceof Error ? error.message : String(error)}`)
      setTimeout(() => {
        this.#refilling = false
        void this.#refill()
      }, idRetryMillis).unref()
    }
  }
}

/** Rules may look at the tag, and change it. That of a sender stays: it knows what it has cut itself. */
function signTruncated(event: ParsedEvent, bytes: number): void {
  if (Object.hasOwn(event.tags, truncatedTag) || Object.keys(event.tags).length >= maxTags) return
  // Events without tags may share one object.
  if (Object.isFrozen(event.tags)) event.tags = { ...event.tags }
  event.tags[truncatedTag] = String(bytes)
}
