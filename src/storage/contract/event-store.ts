import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { ClassedEvent, StoredEvent } from '../../schema/event/event.ts'
import type { SpoolBatch } from '../../schema/event/row.ts'
import type { ArchivedEvents } from './archived-events.ts'
import type { Arrivals, ArrivalsQuery } from './arrivals.ts'
import type { Field, Value } from './field.ts'
import type { GroupStatsAnswer, GroupStatsQuery } from './group-stats.ts'
import type { Journal } from './journal.ts'
import type { NewRows, NewRowsQuery, WaitingLimits, WaitingQuery, WaitingRows } from './new-rows.ts'
import type { Reachable } from './reachable.ts'
import type { Span } from './time-span.ts'
import type { WindowQuery, WindowSeries } from './window-query.ts'

/**
 * The event store. testing/contract.ts tests every backend. Each read takes an AbortSignal: when it fires,
 * the engine ends its work within 300 ms and the promise rejects with the signal's reason. A read that fails
 * rejects with a Fault, such as storage_unavailable, query_timeout or query_memory.
 */
export interface EventStore {
  /**
   * Inserts each spool file exactly once, provided that later calls for it set `repeated` and calls do not
   * overlap. Resolves when the rows are synced; after a failure, each file may be stored or not.
   */
  append(...batches: SpoolBatch[]): Promise<void>

  /** Occurrences by period: bounds.length - 1 numbers. */
  countPeriods(scope: Scope, bounds: readonly number[], read: Read): Promise<number[]>
  /** Occurrences by value (and by period when `bounds` is given). */
  groupCounts(scope: Scope, query: GroupQuery, read: Read): Promise<GroupRow[]>
  topValues(scope: Scope, query: TopQuery, read: Read): Promise<TopAnswer>
  /** Names of the tags of rows, including tags whose values are all empty. */
  tagNames(scope: Scope, query: TagNamesQuery, read: Read): Promise<TagNamesAnswer>
  /**
   * The answer of `topValues` for each of these tags, in their order, without the empty value. Many tags cost
   * little more than a few.
   */
  tagValues(scope: Scope, query: TagValuesQuery, read: Read): Promise<TopAnswer[]>

  /** Each value's occurrences and its last one, newest first, ties by value ascending. */
  lastValues(scope: Scope, query: LastQuery, read: Read): Promise<LastRow[]>
  /** Details of each of these templates that has rows in the scope, in any order. */
  templateDetails(scope: Scope, templates: readonly string[], read: Read): Promise<TemplateDetails[]>

  /**
   * Statistics by the values of up to two fields (and by period when `bounds` is given). Undefined if there
   * are too many groups for an answer.
   */
  groupStats(scope: Scope, query: GroupStatsQuery, read: Read): Promise<GroupStatsAnswer | undefined>

  /**
   * Counts the events and the occurrences in a slice (`scope`) of `range`. The counts of all slices add up to
   * the counts of the range: an event counts once, in the slice of its first occurrence, or in the first
   * slice if it began before the range. With an empty range, events that began before the scope do not count.
   * Example: an event from 11:59:50 is repeated at 12:00:40, the range is 12:00 to 13:00 in slices of 30 s.
   * The event counts in the slice from 12:00:00, its occurrence in the slice from 12:00:30.
   */
  countEvents(scope: Scope, range: Span, read: Read): Promise<{ events: number; occurrences: number }>

  /** One page of the events with an occurrence in the scope, with the counters of whole events. */
  page(scope: Scope, page: PageQuery, read: Read): Promise<Page>

  /**
   * The events that `page` would show, at most `limit`. Each iteration requests one batch from the engine;
   * nothing is read ahead. A batch may be empty.
   */
  events(scope: Scope, query: EventsQuery, read: Read): AsyncIterable<EventBatch>

  /** Counts by second and by the values of two fields. Rejects with query_memory when there are too many. */
  secondCounts(scope: Scope, query: SecondCountsQuery, read: Read): Promise<SecondCounts>

  /** Sums of occurrences in windows, by values of fields. Rejects with query_memory if they are too many. */
  windowSums(scope: Scope, query: WindowQuery, read: Read): Promise<WindowSeries[]>

  /** When each value of a field occurred, by value and time. Rejects with query_memory if too many. */
  valueSpans(scope: Scope, query: ValueSpansQuery, read: Read): Promise<ValueSpan[]>

  /** The given values that occurred before. */
  seenBefore(query: SeenBeforeQuery, read: Read): Promise<ReadonlySet<string>>

  /** Upper bounds of the rows and bytes that statements of an account read, by the engine's plan of each. */
  readBounds(statements: readonly string[], read: Read): Promise<ReadBounds>

  /** The current moment, for reads that leave out later appends. */
  mark(): Mark

  /**
   * Events of the scope with rows that became readable after a cursor, by id, and the next cursor. Whatever
   * order batches end in, each row is in the events of one answer. Counters are as of that moment; a repeated
   * event comes again.
   */
  arrivals(scope: Scope, query: ArrivalsQuery, read: Read): Promise<Arrivals>

  /**
   * Rows that match and that became readable after a position, batch by batch. Whatever order batches end in,
   * each row is in one answer. The predicate must not have conditions on whole events, such as their counter.
   */
  newRows(query: NewRowsQuery, read: Read): Promise<NewRows>

  /** Counts the rows that `newRows` would return after a position, and finds those beyond the limits. */
  waitingRows(query: WaitingQuery, limits: WaitingLimits, read: Read): Promise<WaitingRows>

  /** The event with this id; null unless it exists and matches. */
  event(id: number, predicate: Predicate, read: Read): Promise<StoredEvent | null>

  /** Times of the event's occurrences in integer microseconds, newest first. */
  occurrences(id: number, offset: number, limit: number, read: Read): Promise<number[]>

  /**
   * Events that began at or after `from` (Unix seconds), newest first, page by page; `counter` and `last` are
   * the first row's. When several processes append, only this process's events. Deduplication resumes with
   * them after a restart.
   */
  recent(from: number, limit: number, read: Read): AsyncIterable<ClassedEvent[]>

  /** The highest id of an event, 0 if the store is empty. New events get higher ids. */
  highestId(): Promise<number>
  /** Estimated rows in [from, to), Unix seconds, as if each day were evenly filled. For planning slices. */
  estimateRows(from: number, to: number): number

  /**
   * Approximate share of rows whose messages must be read for a predicate; indexes and templates decide the
   * others. Computes these decisions for the reads that follow. Rejects with the signal's reason.
   */
  messageShare(predicate: Predicate, signal: AbortSignal): Promise<number>

  /**
   * An estimate of the rows that must be read to count by these fields (and periods): fewer where counts are
   * in memory.
   */
  estimateCounting(
    fields: readonly Field[],
    predicate: Predicate,
    bounds: readonly number[] | undefined,
    from: number,
    to: number,
  ): number

  /** As `estimateCounting`, for `tagValues` of whole ranges. */
  estimateTagValues(names: readonly string[], predicate: Predicate, from: number, to: number): number

  /** The widest deduplication window of events, in seconds: the maximum distance between rows of an event. */
  readonly window: number
  /** Lets live queries check whether a slice is still valid. */
  readonly journal: Journal
  /** True while reads and appends work. */
  readonly ready: boolean

  /**
   * The part of the store that currently answers; absent for a store in one place. Rejects with
   * storage_unavailable when no shard answers.
   */
  reachable?(signal: AbortSignal): Promise<Reachable<EventStore>>

  /** Days, such as 2024-10-04 (UTC), of which the engine has set unreadable parts aside. Absent: none. */
  missingDays?(): readonly string[]
  /** Days that were moved to an archive. Absent: there is no archive. */
  readonly archive?: ArchivedEvents<EventStore> | undefined
  close(): Promise<void>
}

/** The events of a span that match a predicate. */
export interface Scope extends Span {
  predicate: Predicate
  /** Leaves out later appends. For `page`, `events` and the reads that count. */
  asOf?: Mark
}

/** A moment of the store. */
export interface Mark {
  /** Number of the newest change in the journal. */
  number: number
  /** The highest sequence of a batch that was appended. */
  batch: number
  /** Lower sequences whose batches were not appended yet. */
  missing: readonly number[]
}

/** How a read runs, and when it ends. */
export interface Read {
  signal: AbortSignal
  /** short: pages, small ranges; long: scans of whole ranges, few at once, which spill to disk. */
  lane: 'short' | 'long'
  /** Seconds until query_timeout. */
  timeout: number
  /** Background work: uses one thread. */
  isBackground?: boolean
  /** Adds up the costs of reads. */
  account?: ReadAccount
  /**
   * Awaits a promise while other reads may use this read's slot of the lane. Absent for a read without a
   * slot.
   */
  withoutSlot?: <T>(until: Promise<T>) => Promise<T>
}

/** The costs of reads. */
export interface ReadAccount {
  statements: number
  engineMs: number
  /** The texts of the first statements, up to a limit. */
  sampleStatements: string[]
  tilesFromMemory: number
  /** Number of spans that were counted because memory had no tiles for them. */
  spansCounted: number
}

export function emptyAccount(): ReadAccount {
  return { statements: 0, engineMs: 0, sampleStatements: [], tilesFromMemory: 0, spansCounted: 0 }
}

/** How much statements read at most. */
export interface ReadBounds {
  rows: number
  /** Uncompressed bytes of the columns that the statement names, estimated from the average row. */
  bytes: number
}

/**
 * Rows are ordered by period, count descending, values ascending (numbers as numbers, text by code point).
 * To detect truncation, ask for one row more than can be processed.
 */
export interface GroupQuery {
  fields: readonly [Field] | readonly [Field, Field]
  /** Leaves out rows whose first field is empty. Numeric fields are never empty. */
  ignoreEmpty: boolean
  bounds?: readonly number[]
  /** Limits the first field to these values. */
  only?: readonly Value[]
  /** With two fields: maximum rows per period and first value. With one: maximum rows per period. */
  limitEach?: number
  limit: number
}
export interface GroupRow {
  /** Index of the period, 0 without bounds. */
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
  /** Number of distinct values. */
  values: number
  /** Occurrences of all values. */
  count: number
}

export interface TagNamesQuery {
  /** Case is ignored. */
  prefix: string
  limit: number
  /** Restricts the rows to these spans, which are in order of time. */
  within?: readonly Span[]
}

export interface TagNamesAnswer {
  /** At most `limit`, by code point. */
  names: string[]
  /** Number of all names. */
  total: number
}

export interface TagValuesQuery {
  names: readonly string[]
  /** Restricts the rows to these spans, which are in order of time. */
  within?: readonly Span[]
  /** Maximum values per tag. */
  limit: number
}

export interface LastQuery {
  field: Field
  /** Leaves out the value ''. */
  ignoreEmpty: boolean
  limit: number
  /** 'second' costs a third as much. */
  precision: 'microsecond' | 'second'
}

export interface LastRow {
  value: Value
  count: number
  /** Integer microseconds; with precision `second`, the beginning of the second. */
  last: number
}

/** What the rows of a template have in common. */
export interface TemplateDetails {
  template: string
  /** Unix seconds of the first and the last occurrence. */
  first: number
  last: number
  /** The lowest code, which is the most severe. */
  severity: number
  /** The message of the newest row; of several, the row with the highest id. */
  example: string
}

/** Maximum characters of a value in counts by second; the rest is cut off. */
export const maxCountedText = 255

export interface SecondCountsQuery {
  /** Fields to group by; null: not by a second one, or by none. The group's text of it is then ''. */
  by: Field | null
  value: Field | null
  /** Seconds per count; 0: the whole scope, under its first second. */
  step: number
  /** True: counts occurrences. False: counts events, in the second of their first occurrence. */
  occurrences: boolean
}

/** Counts by second, as columns because there may be millions. */
export interface SecondCounts {
  /** Ordered by their values. */
  groups: SecondGroup[]
  /** Unix seconds. A group's seconds are distinct and in order of time. */
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
  /** Unix second: everything before it is one span. */
  since: number
  /** Length of the spans after it, in seconds. */
  step: number
}

/** When a value occurred in a span: Unix seconds. */
export interface ValueSpan {
  value: string
  /** Whether this is the span before `since`. */
  isBefore: boolean
  first: number
  last: number
  /** The earliest first occurrence of an event; undefined when the span has only repeats. */
  firstEvent: number | undefined
  events: number
  occurrences: number
}

export interface SeenBeforeQuery {
  predicate: Predicate
  field: Field
  /** How far to look back; Infinity: without limit. */
  seconds: number
  /** Distinct values, each with the Unix second before which it is looked for. */
  values: readonly { value: string; before: number }[]
}

/** Events as the engine wrote them, for `eventsIn` of clients/row-binary/event-bytes.ts. */
export interface EventBatch {
  bytes: Uint8Array
  rows: number
}

/** Asks for all events of a page's order; see PageQuery. */
export interface EventsQuery {
  sort: PageQuery['sort']
  limit: number
  /** As in PageQuery. */
  matching?: number
}

export type SortField = 'first_occurrence' | 'last_occurrence' | 'counter'
export interface PageQuery {
  /** At least one key. Ties are broken by id, in the direction of the first key. */
  sort: readonly { field: SortField; descending: boolean }[]
  offset: number
  limit: number
  /** Approximate number of events that match in the scope, when known. */
  matching?: number
  /** Resolves with the number of matching events, if it is being counted, as of the moment of the page. */
  counted?: Promise<number | undefined>
  /** True: each event of the scope certainly has only one occurrence in the scope. */
  hasSingleOccurrences?: boolean
}

export interface Page {
  events: StoredEvent[]
  /** The moment of the page. Other pages as of this moment continue it without a gap. */
  asOf: Mark
}
