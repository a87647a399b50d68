import { type ParsedEvent, truncatedTag } from '../schema/event/event.ts'
import { thrownText } from '../schema/thrown-text.ts'
import type { Deduplicator } from './dedup/deduplicator.ts'
import type { Enrichment } from './enrichment.ts'
import { writableTags } from './event/blank-event.ts'
import type { EventIds } from './event/event-ids.ts'
import { maxTags } from './event/event-limits.ts'
import { keepForwarders } from './event/forwarded.ts'
import { HostTracker } from './hosts/host-tracker.ts'
import type { LedgerAccount } from './ledger/account.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { RuleSet } from './rules/rule-set.ts'
import type { SpoolWriter } from './spool/spool-writer.ts'
import type { TriggerSet } from './triggers/trigger-set.ts'

/** Maximum difference between an event's time and its receipt. */
export interface TimeTolerance {
  backMicros: number
  aheadMicros: number
}

/** With fewer ids, the pipeline accepts no events, so that a chunk or a body cannot run out of ids. */
const minAvailableIds = 1_000_000
const idRetryMs = 1_000

/** Processes every parsed event: time, rules, triggers, deduplication, spool. */
export class Pipeline {
  readonly ledger: Ledger
  readonly writer: SpoolWriter
  readonly hosts = new HostTracker()
  /** The rules in force. Replaced as a whole, between two events. */
  rules: RuleSet | undefined
  /** The triggers in force. Replaced in the same way. */
  triggers: TriggerSet | undefined
  /** Adds fields and tags to events, apart from rules. */
  enrichment: Enrichment | undefined
  /** The name of this installation in events that it forwards; undefined: it is not known yet. */
  instance: string | undefined
  readonly #dedup: Deduplicator
  readonly #ids: EventIds
  readonly #save: () => void
  readonly #tolerance: TimeTolerance
  /** Events with a greater age are too old, no matter which class they have. */
  #maxAgeMicros: number
  /**
   * Maximum ages by retention class, and of all `others`, microseconds. Undefined: no class has an age of its
   * own. The class of an event is known only after the rules.
   */
  #classAges: { others: number; classes: ReadonlyMap<string, number> } | undefined
  readonly #warn: (message: string) => void
  /** Callbacks of whenOpen. */
  readonly #resumes = new Set<() => void>()
  /** Whether ids are being reserved, or a failed attempt waits for its repetition. */
  #isRefilling = false

  constructor(
    parts: {
      ledger: Ledger
      writer: SpoolWriter
      dedup: Deduplicator
      ids: EventIds
      /** Writes counts to disk. */
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
    this.#maxAgeMicros = tolerance.backMicros
    this.#warn = warn
  }

  /** Sets the age above which events are too old even within the tolerance; `classes`: by retention class. */
  limitAge(micros: number, classes: ReadonlyMap<string, number> = new Map()): void {
    const maxMicros = Math.max(micros, ...classes.values())
    this.#maxAgeMicros = Math.min(this.#tolerance.backMicros, maxMicros)
    this.#classAges = classes.size > 0 ? { others: micros, classes } : undefined
  }

  /** False while no event may be accepted: receivers then pause or refuse. */
  get isOpen(): boolean {
    return !this.writer.isSaturated && this.#ids.available >= minAvailableIds
  }

  /**
   * Accepts an event that was received at `receivedAt` (microseconds), and counts it for its source. `now`:
   * milliseconds of the monotonic clock. Returns false if the event is too old. An event that a rule drops
   * counts as accepted, as does an event that comes back after it was forwarded. Call `endChunk` after a
   * series of calls.
   */
  accept(event: ParsedEvent, receivedAt: number, now: number, account: LedgerAccount): boolean {
    account.lastAt = receivedAt
    if (this.instance !== undefined && !keepForwarders(event, this.instance)) {
      account.refuse('loop')
      return true
    }
    account.received++
    if (event.ts < receivedAt - this.#maxAgeMicros) return this.#refuseOld(account, receivedAt)
    const sentAt = event.ts
    if (sentAt > receivedAt + this.#tolerance.aheadMicros) {
      event.ts = receivedAt
      account.clockAhead++
      account.isUnsaved = true
    }
    if (event.originalBytes !== undefined) addTruncatedTag(event, event.originalBytes)
    this.enrichment?.beforeRules(event)
    const isKept = this.rules === undefined || this.rules.apply(event)
    if (isKept && this.#isTooOldForClass(event, receivedAt)) return this.#refuseOld(account, receivedAt)
    this.hosts.note(event.host, sentAt, receivedAt)
    if (!isKept) {
      account.dropped++
      account.isUnsaved = true
      return true
    }
    const omitted = this.enrichment?.afterRules(event) ?? 0
    if (omitted > 0) {
      account.fieldsOmitted += omitted
      account.isUnsaved = true
    }
    const { batch } = this.writer
    const matched = this.triggers?.apply(event, receivedAt)
    const isFirst = this.#dedup.append(event, now, batch, matched?.ids)
    if (matched !== undefined) batch.recordMatches(matched.targets, event, this.#dedup.lastId, !isFirst)
    if (isFirst) {
      account.openFirsts++
      this.ledger.perSecond.countFirst(receivedAt)
    } else {
      account.openDuplicates++
      this.ledger.perSecond.countDuplicate(receivedAt)
    }
    return true
  }

  #isTooOldForClass({ ts, retentionClass = '' }: ParsedEvent, receivedAt: number): boolean {
    const ages = this.#classAges
    return ages !== undefined && ts < receivedAt - (ages.classes.get(retentionClass) ?? ages.others)
  }

  #refuseOld(account: LedgerAccount, receivedAt: number): false {
    account.tooOld++
    account.isUnsaved = true
    this.ledger.perSecond.countTooOld(receivedAt)
    return false
  }

  /** Ends a series of `accept`: lets the writer commit it, saves counts, and reserves ids if few are left. */
  endChunk(): void {
    if (this.writer.batch.events > 0) this.writer.eventsAppended()
    this.saveCounts()
    if (this.#ids.available < 2 * minAvailableIds) void this.#refill()
  }

  /** Saves counts that no batch writes to disk. */
  saveCounts(): void {
    if (this.ledger.isUnsaved) this.#save()
  }

  /** Calls `resume` once, as soon as the pipeline is open again. */
  whenOpen(resume: () => void): void {
    this.#resumes.add(resume)
  }

  cancelWhenOpen(resume: () => void): void {
    this.#resumes.delete(resume)
  }

  /** Call it when `isOpen` may have become true. */
  resumeIfOpen(): void {
    for (const resume of this.#resumes) {
      if (!this.isOpen) return
      this.#resumes.delete(resume)
      resume()
    }
  }

  async #refill(): Promise<void> {
    if (this.#isRefilling) return
    this.#isRefilling = true
    try {
      await this.#ids.refill()
      this.#isRefilling = false
      this.resumeIfOpen()
    } catch (error) {
      this.#warn(`Event ids cannot be reserved: ${thrownText(error)}`)
      setTimeout(() => {
        this.#isRefilling = false
        void this.#refill()
      }, idRetryMs).unref()
    }
  }
}

/** Adds the tag with the original size of a truncated message, unless the event has a tag of that name. */
function addTruncatedTag(event: ParsedEvent, bytes: number): void {
  if (Object.hasOwn(event.tags, truncatedTag) || Object.keys(event.tags).length >= maxTags) return
  writableTags(event)[truncatedTag] = String(bytes)
}
