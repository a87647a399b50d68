import type { Predicate } from '../filter/predicate.ts'
import type { StoredEvent } from '../schema/event.ts'
import type { SpoolBatch } from '../schema/row.ts'

/**
 * What the rest of Millrace knows of the event store. Two homes implement it with one SQL: the embedded engine and a
 * ClickHouse cluster; the contract suite (testing/contract.ts) runs on each.
 *
 * Every read takes the caller's AbortSignal: when it fires, the engine's work is ended too (within 300 ms) and the
 * promise rejects with the signal's reason. Reads reject with a Fault: storage_unavailable, query_timeout,
 * query_memory.
 */
export interface EventStore {
  /**
   * Inserts spool files, all at once, each exactly once however often it is called with it, as long as each call after the first says
   * so (`repeated`) and none begins before the one before it has ended, be it with the process. Resolves when the rows are synced;
   * after a failure, files may be there or not, each for itself.
   */
  append(...batches: SpoolBatch[]): Promise<void>

  /** Occurrences by period. Answers one number for each of bounds.length - 1 periods. */
  countPeriods(scope: Scope, bounds: readonly number[], read: Read): Promise<number[]>

  /** Occurrences by value (and by period when `bounds` is given). See GroupQuery for order and limits. */
  groupCounts(scope: Scope, query: GroupQuery, read: Read): Promise<GroupRow[]>

  /** The most frequent values of a field, how many different ones there are, and what all of them together count. */
  topValues(scope: Scope, query: TopQuery, read: Read): Promise<TopAnswer>

  /** Names of the tags that rows of the scope have, with those whose every value is empty. */
  tagNames(scope: Scope, query: TagNamesQuery, read: Read): Promise<TagNamesAnswer>

  /** Each value's occurrences and its last one in the range, newest first, ties by value ascending. */
  lastValues(scope: Scope, query: LastQuery, read: Read): Promise<LastRow[]>

  /**
   * Events of `range` that belong to this slice of it, and the occurrences inside the slice. Slices of one range add up to
   * the range's count: an event belongs to the slice of its first occurrence; one that began before the range belongs to
   * the slice that starts with the range, which looks one deduplication window into it, beyond its own end if need be: rows
   * there are its business too.
   */
  countEvents(
    scope: Scope,
    range: { from: number; to: number },
    read: Read,
  ): Promise<{ events: number; occurrences: number }>

  /** One page of the events with an occurrence in the range, in the order of `sort`, whole-event counters filled in. */
  page(scope: Scope, page: PageQuery, read: Read): Promise<Page>

  /**
   * Every event of which `page` would show one, at most `limit`, in that order. Each step of the iteration asks the engine for
   * one batch, nothing is read ahead, and the last costs what the first does. A batch may be empty, so that a caller who takes
   * turns gives others theirs.
   */
  events(scope: Scope, query: EventsQuery, read: Read): AsyncIterable<EventBatch>

  /** What statements of an account had to read of events. Asks the engine for a plan of each. */
  reading(statements: readonly string[], read: Read): Promise<Reading>

  /** This moment, for reads that are to leave out what is appended later. */
  mark(): Mark

  /** One event, or null. */
  event(id: number, predicate: Predicate, read: Read): Promise<StoredEvent | null>

  /** Occurrence times of an event in integer microseconds, newest first. */
  occurrences(id: number, offset: number, limit: number, read: Read): Promise<number[]>

  /**
   * Events that began at or after `from` (Unix seconds), newest first, page by page, at most `limit`; `counter` and `last`
   * are those of the first row alone. Deduplication goes on with them after a restart.
   */
  recent(from: number, limit: number, read: Read): AsyncIterable<StoredEvent[]>

  /** The highest event id there is, 0 when there is none: ids go on above it. */
  highestId(): Promise<number>

  /** Rows that the range holds at most (from the store's own statistics): what a plan of slices is made from. */
  estimateRows(from: number, to: number): number

  /** Rows that have to be read at most to count a range by these fields (and periods): fewer where counts are at hand. */
  estimateCounting(
    fields: readonly Field[],
    predicate: Predicate,
    bounds: readonly number[] | undefined,
    from: number,
    to: number,
  ): number

  /** The same of the most frequent values, for `topValues`: as many as would take the engine as long. */
  estimateTop(query: TopQuery, predicate: Predicate, from: number, to: number): number

  /** The widest deduplication window of the events there are, seconds: the rows of an event lie no further apart. */
  readonly window: number

  /** What has been appended when: live queries ask it whether a slice is still true. */
  readonly touched: Journal

  /** True while reads and appends are answered. */
  readonly ready: boolean

  close(): Promise<void>
}

/** What is looked at: whole seconds, `from` inclusive, `to` exclusive. */
export interface Scope {
  from: number
  to: number
  predicate: Predicate
  /** Leaves out what was appended after this moment. Only `page` and `events` look at it. */
  asOf?: Mark
}

/** A moment in the life of the store. */
export interface Mark {
  /** Number of the newest append, as `touched` has it. */
  sequence: number
  /** The highest sequence of a batch that had been appended, and those below it that had not. */
  batch: number
  missing: readonly number[]
  /** How many there had been since the start. */
  appended: number
}

/** How a read is bounded. */
export interface Read {
  signal: AbortSignal
  /** short: pages, small ranges; long: whole-range scans, of which few run at once with spill to disk. */
  lane: 'short' | 'long'
  /** Seconds until query_timeout. */
  timeout: number
  /** Adds up what reads cost. */
  account?: ReadAccount
  /** Awaits what is not work of this read, whose slot in its lane others have meanwhile. Absent where a read has no slot. */
  withoutSlot?: <T>(until: Promise<T>) => Promise<T>
}

/** What reads have cost. */
export interface ReadAccount {
  statements: number
  /** Milliseconds of the engine, summed over all statements. */
  time: number
  /** The first of the statements, as far as there is room for them. */
  kept: string[]
  /** Tiles of counts that were at hand, and that had to be made. */
  tilesKept: number
  tilesCounted: number
}

export function emptyAccount(): ReadAccount {
  return { statements: 0, time: 0, kept: [], tilesKept: 0, tilesCounted: 0 }
}

/** What had to be read of events at most: of a table in order, what finds enough ends sooner. */
export interface Reading {
  rows: number
  /** Of the columns that are named, unpacked. */
  bytes: number
}

/** A field that values are counted of. Names of tags as in TagRef. */
export type Field =
  | 'host'
  | 'program'
  | 'cisco_mnemonic'
  | 'message'
  | 'severity'
  | 'facility'
  | 'status'
  | 'type'
  | { tag: readonly string[] }

/** Numeric fields (severity, facility, status) answer numbers, all others strings. */
export type Value = string | number

/**
 * Rows are ordered by period ascending, then count descending, then values ascending (numbers as numbers, text by code
 * point). `limitEach` keeps the first n of each period (of the whole when there are no bounds); `limit` ends the answer:
 * a caller that must see everything asks for one more than it can bear.
 */
export interface GroupQuery {
  fields: readonly [Field] | readonly [Field, Field]
  /** Leaves rows whose first field is empty out. Numeric fields are never empty. */
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
  /** Leaves the value '' out of all figures. */
  ignoreEmpty: boolean
  limit: number
}

export interface TopAnswer {
  /** At most `limit`, most frequent first, ties by value ascending. */
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
}

export interface TagNamesAnswer {
  /** At most `limit`, by code point. */
  names: string[]
  /** How many there are. */
  total: number
}

export interface LastQuery {
  field: Field
  /** Leaves the value '' out. */
  ignoreEmpty: boolean
  limit: number
  /** Whole seconds cost a third, and order no finer. */
  precision: 'microsecond' | 'second'
}

export interface LastRow {
  value: Value
  count: number
  /** Integer microseconds; of the beginning of the second when that was asked for. */
  last: number
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
  /** About how many events match in the scope, when that is known: tells how far to look at once. */
  matching?: number
  /** Whether each event of the scope has one occurrence in it, for certain. */
  single?: boolean
}

export interface Page {
  events: StoredEvent[]
  /** The moment that it is of: that of the scope when it has one. Other pages as of it follow on this one without a gap. */
  asOf: Mark
}

/** When minutes of event time last got rows. */
export interface Journal {
  /** Number of the newest append that touched [from, to) (whole seconds); 0 when none since the start. */
  newest(from: number, to: number): number
  /** The first second of [from, to), of whole minutes, that was touched after this append; `to` when there is none. */
  touchedAfter(sequence: number, from: number, to: number): number
  /** Number of the newest append. */
  readonly current: number
  /** Called after each append, with its number. Returns the unsubscribe function. */
  onAppend(listener: (sequence: number) => void): () => void
}
