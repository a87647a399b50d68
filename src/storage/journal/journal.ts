import type { SpoolBatch } from '../../schema/event/row.ts'
import type { ArrivalPlace } from '../contract/arrivals.ts'
import type { Mark } from '../contract/event-store.ts'
import type { Journal } from '../contract/journal.ts'
import { joinNearest, type Span, unionOf } from '../contract/time-span.ts'

/** Maximum changes that are remembered individually: half an hour at five per second. */
const maxChanges = 8_192
/** Maximum minutes of all these changes. The last `minChanges` changes are remembered even with more. */
const maxChangedMinutes = 1_000_000
const minChanges = 64
/** Maximum minutes whose last change is remembered. */
const maxMinutes = 100_000
/** Maximum recently begun batches whose spans count as busy. */
const maxRecentBatches = 8
/** Maximum spans per batch: one late event must not make all hours up to now look changed. */
const maxSpans = 16
/** Unix seconds that include all events. */
export const allTime: Span = { from: 0, to: 2 ** 33 }

/** Something that happened to the rows of the store. */
export interface Change {
  /** Incremented by one per change. */
  number: number
  /**
   * append: rows were added. repeat: rows may have been added, and some of them may have been readable
   * before. drop: all rows of the span are gone. delete: some of them are gone.
   */
  kind: 'append' | 'repeat' | 'drop' | 'delete'
  /** Sequence number of the batch; 0 if there is none. */
  batch: number
  rows: number
  /** The minutes (since the epoch) whose answers may have changed, ascending. */
  minutes: readonly number[]
  /** Ascending spans that contain the rows. */
  spans: readonly Span[]
  /** The highest batch that had ended, including this one. */
  highest: number
}

/** The start of an append: everything that must be known of a batch before its rows become readable. */
export type BatchBegin = Omit<SpoolBatch, 'file' | 'rows' | 'matches'>

/** The end of an append. */
type BatchEnd = Pick<SpoolBatch, 'sequence' | 'rows' | 'minutes'>

/** What is notified of each batch that begins and of each change, at once. */
export interface JournalListener {
  /** Called before rows of the batch become readable. */
  begun?(batch: BatchBegin): void
  changed?(change: Change): void
}

/** A batch whose append has begun. */
interface PendingBatch {
  batch: number
  spans: readonly Span[]
  minutes: readonly number[]
  /** Whether the table may already have had rows of the batch. */
  isRepeated: boolean
}

/**
 * The changes to the rows of the store, in order, and the batches being appended, whose rows a read may or
 * may not see. The single source of this knowledge: what is kept in memory follows it (follow.ts), and reads
 * as of a moment consult it (read-as-of.ts).
 *
 * A process that appends calls `begin` before rows become readable and `end` once they are, or `abandon`; a
 * process that drops rows calls `drop` or `delete` (journal-writer.ts). If several processes share a log, the
 * follower of the log calls these methods instead, in the order of the log, and `forget` when entries are
 * lost.
 */
export class StoreJournal implements Journal {
  /** Number of the newest change. */
  #number = 0
  /** The highest batch that has ended. Files arrive in order, so most later batches are above it. */
  #highest: number
  readonly #changes: Change[] = []
  /** Number of minutes in `#changes`. */
  #changedMinutes = 0
  /** The highest batch of changes that are no longer remembered. */
  #forgottenBatch: number
  /** `Change.highest` of the newest change that is no longer remembered. */
  #forgottenHighest: number
  /** Batches whose append has begun. Failed ones stay until they are appended again or abandoned. */
  readonly #pending = new Map<number, PendingBatch>()
  /** Spans of the last `maxRecentBatches` begun batches. */
  readonly #recent: (readonly Span[])[] = []
  /** The last change of each minute, in the order of the changes. */
  readonly #minutes = new Map<number, number>()
  /** Minutes that are not in the map last changed at this number or earlier. */
  #floor = 0
  readonly #listeners = new Set<JournalListener>()

  /** `highest`: the highest batch in the table. */
  constructor(highest = 0) {
    this.#highest = highest
    this.#forgottenBatch = highest
    this.#forgottenHighest = highest
  }

  get current(): number {
    return this.#number
  }

  /** Returns the unsubscribe function. */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Begins an append. The retry of a batch that was new at first stays an append, not a repeat: until it
   * ends, reads leave its rows out.
   */
  begin(begun: BatchBegin): void {
    for (const listener of this.#listeners) listener.begun?.(begun)
    const { sequence: batch, minutes, repeated } = begun
    const isRepeated = this.#pending.get(batch)?.isRepeated ?? repeated
    const spans = spansOf(minutes)
    this.#pending.set(batch, { batch, spans, minutes, isRepeated })
    this.#recent.push(spans)
    if (this.#recent.length > maxRecentBatches) this.#recent.shift()
  }

  /**
   * The rows of the batch are readable. `highest`: the highest number, if the rows are of several batches.
   */
  end({ sequence: batch, rows, minutes }: BatchEnd, highest = batch): void {
    const kind = this.#pending.get(batch)?.isRepeated === true ? 'repeat' : 'append'
    this.#pending.delete(batch)
    this.#highest = Math.max(this.#highest, highest)
    this.#record({ kind, batch, rows, minutes, spans: spansOf(minutes) })
  }

  /** A failed batch is given up. Rows that its attempts have stored become readable. */
  abandon(batch: number): void {
    const failed = this.#pending.get(batch)
    if (failed === undefined) return
    // The number of its rows is unknown, so nothing in memory can add them.
    failed.isRepeated = true
    this.end({ sequence: batch, rows: 0, minutes: [...failed.minutes] })
  }

  /** A day was dropped. Events with rows up to `windowSeconds` after it have lost their first row. */
  drop(span: Span, windowSeconds: number): void {
    const minutes = minutesUntil(span, windowSeconds)
    this.#record({ kind: 'drop', batch: 0, rows: 0, minutes, spans: [span] })
  }

  /** Some events that began on a day were deleted, with all their rows, up to `windowSeconds` after it. */
  delete(span: Span, windowSeconds: number): void {
    const minutes = minutesUntil(span, windowSeconds)
    const to = ((minutes.at(-1) ?? 0) + 1) * 60
    this.#record({ kind: 'delete', batch: 0, rows: 0, minutes, spans: [{ from: span.from, to }] })
  }

  /** Anything may have changed. `highest`: the highest batch that the table has, or may have soon. */
  forget(highest = this.#highest): void {
    this.#highest = Math.max(this.#highest, highest)
    this.#forgottenBatch = this.#highest
    this.#floor = this.#number + 1
    this.#record({ kind: 'repeat', batch: 0, rows: 0, minutes: [], spans: [allTime] })
  }

  /** Changes after a number up to `upTo`, in order; undefined when some are no longer remembered. */
  since(number: number, upTo = this.#number): readonly Change[] | undefined {
    if (number >= upTo) return []
    const first = this.#changes[0]?.number ?? this.#number + 1
    // The numbers are consecutive.
    return first > number + 1 ? undefined : this.#changes.slice(number + 1 - first, upTo + 1 - first)
  }

  /** Spans with the rows of all batches after a place; undefined when not all are remembered. */
  spansAfter({ batch, missing }: ArrivalPlace): readonly Span[] | undefined {
    if (Math.min(batch, ...missing.map(number => number - 1)) < this.#forgottenBatch) return undefined
    const after = this.#changes.filter(change => change.batch > batch || missing.includes(change.batch))
    return joinNearest(unionOf(after.flatMap(({ spans }) => spans)), maxSpans)
  }

  newest(from: number, to: number): number {
    const first = Math.floor(from / 60)
    const end = Math.ceil(to / 60)
    let newest = this.#floor
    // Looks at the minutes of the range or at all changed minutes, whichever are fewer.
    if (end - first > this.#minutes.size) {
      for (const [minute, number] of this.#minutes) {
        if (minute >= first && minute < end && number > newest) newest = number
      }
      return newest
    }
    for (let minute = first; minute < end; minute++) newest = Math.max(newest, this.#minutes.get(minute) ?? 0)
    return newest
  }

  /**
   * The first second of a span whose rows have changed since a number or may change at any moment; otherwise
   * the span's end.
   */
  settledUntil({ from, to }: Span, number: number): number {
    if (this.#floor > number) return from
    let first = to
    const addChanged = (minute: number) => {
      if ((minute + 1) * 60 > from) first = Math.min(first, Math.max(from, minute * 60))
    }
    const changes = this.since(number)
    if (changes === undefined) {
      for (const [minute, changed] of this.#minutes) if (changed > number) addChanged(minute)
    }
    for (const { minutes } of [...(changes ?? []), ...this.#pending.values()]) minutes.forEach(addChanged)
    return first
  }

  /**
   * Spans where rows may arrive at any moment: pending batches, and recently begun ones, since the next
   * batches probably overlap them.
   */
  get busySpans(): readonly Span[] {
    return [...Array.from(this.#pending.values(), ({ spans }) => spans), ...this.#recent].flat()
  }

  /** The current moment of the store. */
  mark(): Mark {
    return this.#markOf(this.#number, [])
  }

  /** The moment of an earlier number; undefined when the changes since then are no longer remembered. */
  markAt(number: number): Mark | undefined {
    const later = this.since(number)
    return later && this.#markOf(number, later)
  }

  /**
   * Batches whose append has begun for the first time. Without repeated batches: reads see their rows, which
   * may have been readable for long.
   */
  get pending(): readonly Pick<PendingBatch, 'batch' | 'spans'>[] {
    return [...this.#pending.values()].filter(({ isRepeated }) => !isRepeated)
  }

  /** The highest batch that has ended. */
  get highest(): number {
    return this.#highest
  }

  /** All batches whose append has begun and not ended, including repeated ones. */
  get unfinished(): readonly number[] {
    return [...this.#pending.keys()]
  }

  /** Whether a pending batch may already have stored rows. */
  get isRepeating(): boolean {
    return this.#pending.size > this.pending.length
  }

  /** The moment of a number. `later`: the changes after it. */
  #markOf(number: number, later: readonly Change[]): Mark {
    // Numbers rise in the order of beginnings: few batches below the highest one of the moment had not ended.
    let batch = this.#highestAt(number)
    // Reads see the rows of repeated batches, which may have been readable for long.
    for (const pending of this.#pending.values())
      if (pending.isRepeated && pending.batch <= this.#highest) batch = Math.max(batch, pending.batch)
    const begun = [...this.pending, ...later].map(change => change.batch)
    return { number, batch, missing: begun.filter(each => each > 0 && each <= batch) }
  }

  /** The highest batch that had ended at a number whose later changes are all remembered. */
  #highestAt(number: number): number {
    const first = this.#changes[0]?.number ?? this.#number + 1
    return number < first ? this.#forgottenHighest : (this.#changes[number - first]?.highest ?? this.#highest)
  }

  #record(recorded: Omit<Change, 'number' | 'highest'>): void {
    const change = { number: ++this.#number, ...recorded, highest: this.#highest }
    const { number } = change
    this.#changes.push(change)
    this.#changedMinutes += change.minutes.length
    const isTooMuch = () =>
      this.#changes.length > maxChanges ||
      (this.#changedMinutes > maxChangedMinutes && this.#changes.length > minChanges)
    while (isTooMuch()) {
      const oldest = this.#changes.shift()
      this.#changedMinutes -= oldest?.minutes.length ?? 0
      this.#forgottenBatch = Math.max(this.#forgottenBatch, oldest?.batch ?? 0)
      this.#forgottenHighest = oldest?.highest ?? this.#forgottenHighest
    }
    for (const minute of change.minutes) {
      this.#minutes.delete(minute)
      this.#minutes.set(minute, number)
    }
    for (const [minute, changed] of this.#minutes) {
      if (this.#minutes.size <= maxMinutes) break
      this.#minutes.delete(minute)
      this.#floor = Math.max(this.#floor, changed)
    }
    for (const listener of this.#listeners) listener.changed?.(change)
  }
}

/** The minutes of a day and of the following `windowSeconds`. */
function minutesUntil({ from, to }: Span, windowSeconds: number): number[] {
  const first = from / 60
  const end = Math.ceil((to + windowSeconds) / 60)
  return Array.from({ length: end - first }, (_, i) => first + i)
}

/** The spans of these minutes since the epoch. */
function spansOf(minutes: readonly number[]): readonly Span[] {
  return joinNearest(unionOf(minutes.map(minute => ({ from: minute * 60, to: minute * 60 + 60 }))), maxSpans)
}
