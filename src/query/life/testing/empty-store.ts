import type { EventStore, Mark } from '../../../storage/contract/event-store.ts'
import { StoreJournal } from '../../../storage/journal/journal.ts'

/** A store without events. Tests set the few members that the life of queries reads; other reads throw. */
export class EmptyStore implements EventStore {
  readonly journal = new StoreJournal()
  ready = true
  /** Rows in every second. */
  density = 1
  missingDays?: () => readonly string[]
  archive?: EventStore['archive']

  estimateRows(from: number, to: number): number {
    return Math.max(0, to - from) * this.density
  }

  estimateCounting(
    _fields: unknown,
    _predicate: unknown,
    _bounds: unknown,
    from: number,
    to: number,
  ): number {
    return this.estimateRows(from, to)
  }

  estimateTagValues(names: readonly string[], _predicate: unknown, from: number, to: number): number {
    return names.length * this.estimateRows(from, to)
  }

  messageShare(): Promise<number> {
    return Promise.resolve(1)
  }

  /** As if rows of the minutes of these seconds had been appended. */
  touch(...seconds: number[]): void {
    const minutes = seconds.map(second => Math.floor(second / 60)).sort((a, b) => a - b)
    this.journal.end({ sequence: 0, rows: seconds.length, minutes })
  }

  mark(): Mark {
    return this.journal.mark()
  }

  append = unasked
  countPeriods = unasked
  groupCounts = unasked
  tagNames = unasked
  tagValues = unasked
  templateDetails = unasked
  groupStats = unasked
  topValues = unasked
  lastValues = unasked
  countEvents = unasked
  page = unasked
  events = unasked
  arrivals = unasked
  newRows = unasked
  waitingRows = unasked
  readBounds = unasked
  secondCounts = unasked
  windowSums = unasked
  valueSpans = unasked
  seenBefore = unasked
  event = unasked
  occurrences = unasked
  recent = unasked
  highestId = unasked
  readonly window = 60

  async close(): Promise<void> {}
}

function unasked(): never {
  throw new Error('the kinds of this test ask the store for nothing')
}
