import type { Predicate } from '../filter/predicate.ts'
import type { ClassedEvent, StoredEvent } from '../schema/event.ts'
import type { SpoolBatch } from '../schema/row.ts'
import type { Arrivals, ArrivalsQuery } from './arrivals.ts'
import type { Field, Value } from './field.ts'
import type { Reachable } from './reachable.ts'
import type { Span } from './time-span.ts'
import type { WindowQuery, WindowSeries } from './window-query.ts'

export type { Field, Value }

/**
 * The event store. testing/contract.ts tests every backend. Each read takes an AbortSignal: when it fires, the engine ends its work within
 * 300 ms and the promise rejects with the signal's reason. Reads reject with a Fault: storage_unavailable, query_timeout, query_memory.
 */
export interface EventStore {
  /**
   * Inserts each spool file exactly once, provided that later calls for it set `repeated` and calls do not overlap. Resolves when the rows
   * are synced; after a failure, each file may be stored or not.
   */
  append(...batches: SpoolBatch[]): Promise<void>

  /** Occurrences by period: bounds.length - 1 numbers. */
  countPeriods(scope: Scope, bounds: readonly number[], read: Read): Promise<number[]>

  /** Occurrences by value (and by period when `bounds` is given). */
  groupCounts(scope: Scope, query: GroupQuery, read: Read): Promise<GroupRow[]>

  topValues(scope: Scope, query: TopQuery, read: Read): Promise<TopAnswer>

  /** Names of the tags of rows, with those whose every value is empty. */
  tagNames(scope: Scope, query: TagNamesQuery, read: Read): Promise<TagNamesAnswer>

  /** What `topValues` answers of each of these tags, in their order, without the empty value. Many cost little more than a few. */
  tagValues(scope: Scope, query: TagValuesQuery, read: Read): Promise<TopAnswer[]>

  /** Each value's occurrences and its last one, newest first, ties by value ascending. */
  lastValues(scope: Scope, query: LastQuery, read: Read): Promise<LastRow[]>

  /** Of each of these templates that has rows in the scope, in any order. */
  templateDetails(scope: Scope, templates: readonly string[], read: Read): Promise<TemplateDetails[]>

  /** Of the values that are plain decimal numbers (-?digits[.digits]) up to `maxStatsNumber`. The quantiles are approximate. */
  numberStats(scope: Scope, query: NumberStatsQuery, read: Read): Promise<NumberStats>

  /**
   * Events and occurrences of a slice of `range`. Counts of slices add up: an event belongs to the slice of its first occurrence. The first
   * slice also counts events that began before the range, up to one deduplication window into the range.
   */
  countEvents(scope: Scope, range: Span, read: Read): Promise<{ events: number; occurrences: number }>

  /** One page of the events with an occurrence in the scope, with the counters of whole events. */
  page(scope: Scope, page: PageQuery, read: Read): Promise<Page>

  /**
   * The events that `page` would show, at most `limit`. Each iteration asks the engine for one batch; nothing is read ahead. A batch may be
   * empty.
   */
  events(scope: Scope, query: EventsQuery, read: Read): AsyncIterable<EventBatch>

  /** Counts by second and by the values of two fields. Rejects with query_memory when there are too many. */
  secondCounts(scope: Scope, query: SecondCountsQuery, read: Read): Promise<SecondCounts>

  /** What occurrences add up to in windows of time, by the values of fields. Rejects with query_memory when there are too many. */
  windowSums(scope: Scope, query: WindowQuery, read: Read): Promise<WindowSeries[]>

  /** When each value of a field was there, by value and time. Rejects with query_memory when there are too many. */
  valueSpans(scope: Scope, query: ValueSpansQuery, read: Read): Promise<ValueSpan[]>

  /** Those of these values that were there before. */
  seenBefore(query: SeenBeforeQuery, read: Read): Promise<ReadonlySet<string>>

  /** Rows and bytes that statements of an account had to read, from the engine's plan of each. */
  reading(statements: readonly string[], read: Read): Promise<Reading>

  /** This moment, for reads that leave out what is appended later. */
  mark(): Mark

  /**
   * Events of the scope with rows that became readable behind a cursor, by id, and the cursor behind them. Whatever order batches end in, each
   * row is in the events of one answer. The counters of events are those of that moment; a repeated event comes again.
   */
  arrivals(scope: Scope, query: ArrivalsQuery, read: Read): Promise<Arrivals>

  event(id: number, predicate: Predicate, read: Read): Promise<StoredEvent | null>

  /** Integer microseconds, newest first. */
  occurrences(id: number, offset: number, limit: number, read: Read): Promise<number[]>

  /**
   * Events that began at or after `from` (Unix seconds), newest first, page by page; `counter` and `last` are those of the first row. Of
   * several processes that append, those of this one. Deduplication goes on with them after a restart.
   */
  recent(from: number, limit: number, read: Read): AsyncIterable<ClassedEvent[]>

  /** 0 when the store is empty. New events get higher ids. */
  highestId(): Promise<number>

  /** An upper estimate of the rows in a range, to plan slices. */
  estimateRows(from: number, to: number): number

  /**
   * About the share of rows whose messages a predicate has to look at; indexes and templates decide the others. Finds out what they decide,
   * for the reads that follow. Rejects with the signal's reason.
   */
  messageShare(predicate: Predicate, signal: AbortSignal): Promise<number>

  /** An upper estimate of the rows that have to be read to count by these fields (and periods): fewer where counts are in memory. */
  estimateCounting(
    fields: readonly Field[],
    predicate: Predicate,
    bounds: readonly number[] | undefined,
    from: number,
    to: number,
  ): number

  /** The same for `tagValues` of whole ranges. */
  estimateTagValues(names: readonly string[], predicate: Predicate, from: number, to: number): number

  /** The widest deduplication window of events, seconds: the rows of an event lie no further apart. */
  readonly window: number

  /** Tells live queries whether a slice is still valid. */
  readonly touched: Journal

  /** True while reads and appends are answered. */
  readonly ready: boolean

  /** What of the store answers now; absent where all of it is in one place. Rejects with storage_unavailable when nothing does. */
  reachable?(signal: AbortSignal): Promise<Reachable<EventStore>>

  close(): Promise<void>
}

/** Events of a span that fit a predicate. */
export interface Scope extends Span {
  predicate: Predicate
  /** Leaves out what was appended later. For `page`, `events` and the reads that count. */
  asOf?: Mark
}

/** A moment of the store. */
export interface Mark {
  /** Number of the newest change in the journal. */
  number: number
  /** The highest sequence of a batch that was appended, and lower ones that were not. */
  batch: number
  missing: readonly number[]
}

export interface Read {
  signal: AbortSignal
  /** short: pages, small ranges; long: scans of whole ranges, few at once, which spill to disk. */
  lane: 'short' | 'long'
  /** Seconds until query_timeout. */
  timeout: number
  /** Nobody waits for it: one thread. */
  isBackground?: boolean
  /** Adds up the costs of reads. */
  account?: ReadAccount
  /** Awaits something while others have the slot of this read. Absent where a read has no slot. */
  withoutSlot?: <T>(until: Promise<T>) => Promise<T>
}

/** The costs of reads. */
export interface ReadAccount {
  statements: number
  /** Milliseconds of the engine. */
  time: number
  /** The first statements, as far as there is room. */
  kept: string[]
  /** Tiles of counts that were in memory, and that had to be counted. */
  tilesKept: number
  tilesCounted: number
}

export function emptyAccount(): ReadAccount {
  return { statements: 0, time: 0, kept: [], tilesKept: 0, tilesCounted: 0 }
}

/** An upper bound of what was read. */
export interface Reading {
  rows: number
  /** Uncompressed, of the columns that the statement names. */
  bytes: number
}

/**
 * Rows are ordered by period, count descending, values ascending (numbers as numbers, text by code point). A caller that must see
 * everything asks for one more than it can bear.
 */
export interface GroupQuery {
  fields: readonly [Field] | readonly [Field, Field]
  /** Leaves out rows whose first field is empty. Numeric fields are never empty. */
  ignoreEmpty: boolean
  bounds?: readonly number[]
  /** Only these values of the first field. */
  only?: readonly Value[]
  /** With two fields: the first n of each (period, first value). With one: the first n of each period. */
  limitEach?: number
  limit: number
}
export interface GroupRow {
  /** Index of the period, 0 when there are no bounds. */
  period: number
  values: Value[]
  count: number
}

export interface TopQuery {
  field: Field
  /** Leaves out the value ''. */
  ignoreEmpty: boolean
  limit: number
}

export interface TopAnswer {
  /** Most frequent first, ties by value ascending. */
  rows: { value: Value; count: number }[]
  /** Different values. */
  values: number
  /** Occurrences of all values. */
  count: number
}

export interface TagNamesQuery {
  /** Case is ignored. */
  prefix: string
  limit: number
  /** Of the rows in these spans alone, in order of time. */
  within?: readonly Span[]
}

export interface TagNamesAnswer {
  /** At most `limit`, by code point. */
  names: string[]
  /** How many there are. */
  total: number
}

export interface TagValuesQuery {
  names: readonly string[]
  /** Of the rows in these spans alone, in order of time. */
  within?: readonly Span[]
  /** Of the values of each. */
  limit: number
}

export interface LastQuery {
  field: Field
  /** Leaves out the value ''. */
  ignoreEmpty: boolean
  limit: number
  /** Whole seconds cost a third. */
  precision: 'microsecond' | 'second'
}

export interface LastRow {
  value: Value
  count: number
  /** Integer microseconds; the beginning of the second with that precision. */
  last: number
}

/** The rows of a template. */
export interface TemplateDetails {
  template: string
  /** Unix seconds of the first and the last occurrence. */
  first: number
  last: number
  /** The lowest, which is the worst. */
  severity: number
  /** The message of the newest row, of the highest id when there are several. */
  example: string
}

/** Larger numbers, of hundreds of digits, are text: their sum would be no number. */
export const maxStatsNumber = 1e100

export interface NumberStatsQuery {
  field: Field
  /** Between 0 and 1. */
  quantiles: readonly number[]
}

/** Each occurrence counts. All are 0 without a number. */
export interface NumberStats {
  count: number
  min: number
  max: number
  sum: number
  quantiles: number[]
}

/** Maximum characters of a value in counts by second; the rest is cut off. */
export const maxCountedText = 255

export interface SecondCountsQuery {
  /** null: '' for all. */
  by: Field | null
  value: Field | null
  /** Seconds that are counted together; 0: all of the scope, under its first second. */
  step: number
  /** Occurrences instead of events, which count in the second of the first occurrence. */
  occurrences: boolean
}

/** Counts by second, as columns: there are millions. */
export interface SecondCounts {
  /** Ordered by their values. */
  groups: SecondGroup[]
  /** Unix seconds; those of a group in order of time, each once. */
  seconds: Uint32Array
  counts: Float64Array
}

/** One value of `by` and of `value`. Numbers are text here. */
export interface SecondGroup {
  by: string
  value: string
  /** Its place in the columns, end exclusive. */
  from: number
  to: number
}

export interface ValueSpansQuery {
  /** Without the empty value. */
  field: Field
  /** Unix second: what was before it is one span. */
  since: number
  /** Seconds of the spans after it. */
  step: number
}

/** When a value was there in a span: Unix seconds. */
export interface ValueSpan {
  value: string
  /** The span before `since`. */
  isBefore: boolean
  first: number
  last: number
  /** Of the first occurrences of events; undefined when only repeats are in the span. */
  firstEvent: number | undefined
  events: number
  occurrences: number
}

export interface SeenBeforeQuery {
  predicate: Predicate
  field: Field
  /** Infinity: ever. */
  seconds: number
  /** A value, and the Unix second before which it is looked for; each value once. */
  values: readonly { value: string; before: number }[]
}

/** Events as the engine wrote them, for `eventsIn` of reads/event-bytes.ts. */
export interface EventBatch {
  bytes: Uint8Array
  rows: number
}

/** As in PageQuery. */
export interface EventsQuery {
  sort: PageQuery['sort']
  limit: number
  matching?: number
}

export type SortField = 'first_occurrence' | 'last_occurrence' | 'counter'
export interface PageQuery {
  /** At least one; ties are broken by id in the direction of the first. */
  sort: readonly { field: SortField; descending: boolean }[]
  offset: number
  limit: number
  /** About how many events match in the scope, when that is known. */
  matching?: number
  /** Brings the number of matching events when it is being counted, at the same moment as the page. */
  counted?: Promise<number | undefined>
  /** Each event of the scope has one occurrence in it, for certain. */
  single?: boolean
}

export interface Page {
  events: StoredEvent[]
  /** The moment of the page; other pages as of it follow on this one without a gap. */
  asOf: Mark
}

/** When minutes of event time last got or lost rows. */
export interface Journal {
  /** Number of the newest change that touched [from, to) (whole seconds); 0 when none since the start. */
  newest(from: number, to: number): number
  /** Number of the newest change. */
  readonly current: number
  /** Calls the listener after each change. Returns the unsubscribe function. */
  listen(listener: { changed(): void }): () => void
}
