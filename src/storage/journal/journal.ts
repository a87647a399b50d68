import type { SpoolBatch } from '../../schema/row.ts'
import type { Journal, Mark } from '../store.ts'
import { joinNearest, type Span, unionOf } from '../time-span.ts'

/** Changes that are remembered one by one: half an hour of five a second. */
const maxChanges = 8_192
/** Minutes of all of these, but for the last ones. */
const maxChangedMinutes = 1_000_000
const minChanges = 64
/** Minutes whose last change is remembered. */
const maxMinutes = 100_000
const maxRecent = 8
/** Spans of a batch: one late event must not make all hours up to now look as if they had changed. */
const maxSpans = 16
/** Unix seconds, with those of all events. */
export const allTime: Span = { from: 0, to: 2 ** 33 }

/** Something that happened to the rows of the store. */
export interface Change {
  /** Rises by one with each. */
  number: number
  /** append: rows came in. repeat: rows may have, which may have been readable before. drop: the rows of the span are gone. delete: some of them are. */
  kind: 'append' | 'repeat' | 'drop' | 'delete'
  /** The sequence of the batch; 0 when there is none. */
  batch: number
  rows: number
  /** The minutes (of the epoch) whose answers may be others now, ascending. */
  minutes: readonly number[]
  /** The rows lie in these, which ascend. */
  spans: readonly Span[]
}

/** What begins an append: all that has to be known of a batch before its rows become readable. */
export type BatchBegin = Omit<SpoolBatch, 'file' | 'rows' | 'matches'>

/** What ends it. */
type BatchEnd = Pick<SpoolBatch, 'sequence' | 'rows' | 'minutes'>

/** What is kept of the store in memory and told of each change at once. */
export interface JournalListener {
  /** Before rows of the batch become readable. */
  begun?(batch: BatchBegin): void
  changed?(change: Change): void
}

/** A batch whose append has begun. */
interface PendingBatch {
  batch: number
  spans: readonly Span[]
  minutes: readonly number[]
  /** The table may have had rows of it before. */
  isRepeated: boolean
}

/**
 * What has happened to the rows of the store, in order, and which batches are being appended, whose rows a read may or may not see. The one
 * place that knows: what is kept in memory follows it (follow.ts), what is read as of a moment asks it (read-as-of.ts).
 *
 * Who appends calls `begin` before rows become readable and `end` once they are, or `abandon`; who drops rows calls `drop` or `delete`. A log that
 * several processes share calls the same in the order of its rows, before and after each statement, and `forget` when it has lost some.
 */
export class StoreJournal implements Journal {
  #number = 0
  /** The highest batch that has ended. Files come in order, so most later ones are above it. */
  #highest: number
  readonly #changes: Change[] = []
  #changedMinutes = 0
  /** Batches whose append has begun and not succeeded: after a failure they stay until they are appended again, or abandoned. */
  readonly #pending = new Map<number, PendingBatch>()
  readonly #recent: (readonly Span[])[] = []
  /** The last change of each minute, in the order of the changes. */
  readonly #minutes = new Map<number, number>()
  /** Minutes that are not in the map changed at this number at the latest. */
  #floor = 0
  readonly #listeners = new Set<JournalListener>()

  /** `highest`: the highest batch that the table has. */
  constructor(highest = 0) {
    this.#highest = highest
  }

  get current(): number {
    return this.#number
  }

  /** Returns the unsubscribe function. */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A retry of a failed append stays what the first try was: until it ends, nobody reads its rows. */
  begin(begun: BatchBegin): void {
    for (const listener of this.#listeners) listener.begun?.(begun)
    const { sequence: batch, minutes, repeated } = begun
    const isRepeated = this.#pending.get(batch)?.isRepeated ?? repeated
    const spans = spansOf(minutes)
    this.#pending.set(batch, { batch, spans, minutes, isRepeated })
    this.#recent.push(spans)
    if (this.#recent.length > maxRecent) this.#recent.shift()
  }

  /** The rows of the batch are readable. `highest`: of the batches that they are of, when they are of several. */
  end({ sequence: batch, rows, minutes }: BatchEnd, highest = batch): void {
    const kind = this.#pending.get(batch)?.isRepeated === true ? 'repeat' : 'append'
    this.#pending.delete(batch)
    this.#highest = Math.max(this.#highest, highest)
    this.#record({ kind, batch, rows, minutes, spans: spansOf(minutes) })
  }

  /** A failed batch is not appended again. Days that its first try had written become readable. */
  abandon(batch: number): void {
    const failed = this.#pending.get(batch)
    if (failed === undefined) return
    failed.isRepeated = true
    this.end({ sequence: batch, rows: 0, minutes: [...failed.minutes] })
  }

  /** The rows of a day are gone: events that went on within `windowSeconds` behind it begin elsewhere now. */
  drop(span: Span, windowSeconds: number): void {
    const minutes = minutesUntil(span, windowSeconds)
    this.#record({ kind: 'drop', batch: 0, rows: 0, minutes, spans: [span] })
  }

  /** Events that began on a day are gone with all their rows, which reach `windowSeconds` behind it; others are left. */
  delete(span: Span, windowSeconds: number): void {
    const minutes = minutesUntil(span, windowSeconds)
    const to = ((minutes.at(-1) ?? 0) + 1) * 60
    this.#record({ kind: 'delete', batch: 0, rows: 0, minutes, spans: [{ from: span.from, to }] })
  }

  /** Anything may have happened. `highest`: the highest batch that the table has, or may have soon. */
  forget(highest = this.#highest): void {
    this.#highest = Math.max(this.#highest, highest)
    this.#floor = this.#number + 1
    this.#record({ kind: 'repeat', batch: 0, rows: 0, minutes: [], spans: [allTime] })
  }

  /** Changes after a number, up to another one, in order; undefined when not all of them are remembered. */
  since(number: number, upTo = this.#number): readonly Change[] | undefined {
    if (number >= upTo) return []
    const first = this.#changes[0]?.number ?? this.#number + 1
    // Their numbers follow each other.
    return first > number + 1 ? undefined : this.#changes.slice(number + 1 - first, upTo + 1 - first)
  }

  newest(from: number, to: number): number {
    const first = Math.floor(from / 60)
    const last = Math.ceil(to / 60)
    let newest = this.#floor
    if (last - first > this.#minutes.size) {
      for (const [minute, number] of this.#minutes) {
        if (minute >= first && minute < last && number > newest) newest = number
      }
      return newest
    }
    for (let minute = first; minute < last; minute++)
      newest = Math.max(newest, this.#minutes.get(minute) ?? 0)
    return newest
  }

  /** The first second of a span whose rows have changed since a number, or may at any moment; its end when there is none. */
  settledUntil({ from, to }: Span, number: number): number {
    if (this.#floor > number) return from
    let first = to
    const look = (minute: number) => {
      if ((minute + 1) * 60 > from) first = Math.min(first, Math.max(from, minute * 60))
    }
    const changes = this.since(number)
    if (changes === undefined) {
      for (const [minute, changed] of this.#minutes) if (changed > number) look(minute)
    }
    for (const { minutes } of [...(changes ?? []), ...this.#pending.values()]) minutes.forEach(look)
    return first
  }

  /** Spans of which rows may come in at any moment: what is pending, and what was begun lately, since the next ones probably overlap it. */
  get busySpans(): readonly Span[] {
    return [...Array.from(this.#pending.values(), ({ spans }) => spans), ...this.#recent].flat()
  }

  /** The store as of now. */
  mark(): Mark {
    return this.#markOf(this.#number, [])
  }

  /** The store as of an earlier number; undefined when the changes since then are not remembered. */
  markAt(number: number): Mark | undefined {
    const later = this.since(number)
    return later && this.#markOf(number, later)
  }

  /** Batches that are being written for the first time. Reads see repeated ones, whose rows may be old. */
  get pending(): readonly Pick<PendingBatch, 'batch' | 'spans'>[] {
    return [...this.#pending.values()].filter(({ isRepeated }) => !isRepeated)
  }

  /** The highest batch that has ended. */
  get highest(): number {
    return this.#highest
  }

  /** All batches whose append has begun and not ended, those that are repeated too. */
  get unfinished(): readonly number[] {
    return [...this.#pending.keys()]
  }

  /** Whether a pending batch may have stored rows already. */
  get isRepeating(): boolean {
    return this.#pending.size > this.pending.length
  }

  #markOf(number: number, later: readonly Change[]): Mark {
    const begun = [...this.pending, ...later.filter(({ kind }) => kind !== 'drop' && kind !== 'delete')]
    const missing = begun.map(({ batch }) => batch).filter(batch => batch <= this.#highest)
    return { number, batch: this.#highest, missing }
  }

  #record(change: Omit<Change, 'number'>): void {
    const number = ++this.#number
    this.#changes.push({ number, ...change })
    this.#changedMinutes += change.minutes.length
    const isTooMuch = () =>
      this.#changes.length > maxChanges ||
      (this.#changedMinutes > maxChangedMinutes && this.#changes.length > minChanges)
    while (isTooMuch()) this.#changedMinutes -= this.#changes.shift()?.minutes.length ?? 0
    for (const minute of change.minutes) {
      this.#minutes.delete(minute)
      this.#minutes.set(minute, number)
    }
    for (const [minute, changed] of this.#minutes) {
      if (this.#minutes.size <= maxMinutes) break
      this.#minutes.delete(minute)
      this.#floor = Math.max(this.#floor, changed)
    }
    for (const listener of this.#listeners) listener.changed?.({ number, ...change })
  }
}

/** The minutes of a day, and of so many seconds behind it. */
function minutesUntil({ from, to }: Span, windowSeconds: number): number[] {
  const [first, last] = [from / 60, Math.ceil((to + windowSeconds) / 60)]
  return Array.from({ length: last - first }, (_, i) => first + i)
}

function spansOf(minutes: readonly number[]): readonly Span[] {
  return joinNearest(unionOf(minutes.map(minute => ({ from: minute * 60, to: minute * 60 + 60 }))), maxSpans)
}
