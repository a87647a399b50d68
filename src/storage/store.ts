import type { Predicate } from '../filter/predicate.ts'
import type { StoredEvent } from '../schema/event.ts'
import type { SpoolBatch } from '../schema/row.ts'

/**
 * The event store. Its backends have one SQL: the embedded engine and a ClickHouse cluster; the contract suite
 * (testing/contract.ts) runs on each. Every read
 * takes the caller's AbortSignal: when it fires, the engine's work is ended too (within 300 ms) and the promise rejects with the signal's
 * reason. Reads reject with a Fault: storage_unavailable, query_timeout, query_memory.
 */
export interface EventStore {
  /**
   * Inserts spool files, each exactly once however often it is called, as long as each call after the first says so (`repeated`) and none
   * begins before the one before it has ended, or its process has. Resolves when the rows are synced; after a failure, each file may be
   * stored or not.
   */
  append(...batches: SpoolBatch[]): Promise<void>

  /** Occurrences by period: bounds.length - 1 numbers. */
  countPeriods(scope: Scope, bounds: readonly number[], read: Read): Promise<number[]>

  /** Occurrences by value (and by period when `bounds` is given). */
  groupCounts(scope: Scope, query: GroupQuery, read: Read): Promise<GroupRow[]>

  topValues(scope: Scope, query: TopQuery, read: Read): Promise<TopAnswer>

  /** Names of the tags of rows, with those whose every value is empty. */
  tagNames(scope: Scope, query: TagNamesQuery, read: Read): Promise<TagNamesAnswer>

  /** Each value's occurrences and its last one, newest first, ties by value ascending. */
  lastValues(scope: Scope, query: LastQuery, read: Read): Promise<LastRow[]>

  /**
   * Events of `range` that belong to this slice of it, and the occurrences inside the slice. Slices of one range add up: an event belongs
   * to the slice of its first occurrence; one that began before the range to the slice that starts with the range, which looks one
   * deduplication window into the range, beyond its own end if need be.
   */
  countEvents(
    scope: Scope,
    range: { from: number; to: number },
    read: Read,
  ): Promise<{ events: number; occurrences: number }>

  /** One page of the events with an occurrence in the scope, with the counters of whole events. */
  page(scope: Scope, page: PageQuery, read: Read): Promise<Page>

  /**
   * The events that `page` would show, at most `limit`. Each step of the iteration asks the engine for one batch; nothing is read ahead,
   * and the last batch costs what the first does. A batch may be empty, so that a caller can give others their turn.
   */
  events(scope: Scope, query: EventsQuery, read: Read): AsyncIterable<EventBatch>

  /** What statements of an account had to read. Asks the engine for a plan of each. */
  reading(statements: readonly string[], read: Read): Promise<Reading>

  /** This moment, for reads that leave out what is appended later. */
  mark(): Mark

  event(id: number, predicate: Predicate, read: Read): Promise<StoredEvent | null>

  /** Integer microseconds, newest first. */
  occurrences(id: number, offset: number, limit: number, read: Read): Promise<number[]>

  /**
   * Events that began at or after `from` (Unix seconds), newest first, page by page; `counter` and `last` are those of the first row.
   * Deduplication goes on with them after a restart.
   */
  recent(from: number, limit: number, read: Read): AsyncIterable<StoredEvent[]>

  /** 0 when there is none: ids go on above it. */
  highestId(): Promise<number>

  /** Rows of the range at most, by the store's statistics: slices are planned with it. */
  estimateRows(from: number, to: number): number

  /** Rows that have to be read at most to count by these fields (and periods): fewer where counts are in memory. */
  estimateCounting(
    fields: readonly Field[],
    predicate: Predicate,
    bounds: readonly number[] | undefined,
    from: number,
    to: number,
  ): number

  /** The same for `topValues`: rows that take the engine as long. */
  estimateTop(query: TopQuery, predicate: Predicate, from: number, to: number): number

  /** The widest deduplication window of events, seconds: the rows of an event lie no further apart. */
  readonly window: number

  /** What was appended when: by it live queries know whether a slice is still valid. */
  readonly touched: Journal

  /** True while reads and appends are answered. */
  readonly ready: boolean

  close(): Promise<void>
}

/** Whole seconds, `from` inclusive, `to` exclusive. */
export interface Scope {
  from: number
  to: number
  predicate: Predicate
  /** Leaves out what was appended later. Only for `page` and `events`. */
  asOf?: Mark
}

/** A moment of the store. */
export interface Mark {
  /** Number of the newest append in the journal. */
  sequence: number
  /** The highest sequence of a batch that was appended, and lower ones that were not. */
  batch: number
  missing: readonly number[]
  /** Appends since the start. */
  appended: number
}

export interface Read {
  signal: AbortSignal
  /** short: pages, small ranges; long: scans of whole ranges, few at once, which spill to disk. */
  lane: 'short' | 'long'
  /** Seconds until query_timeout. */
  timeout: number
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

/** What had to be read of events, at most. */
export interface Reading {
  rows: number
  /** Unpacked, of the columns that are named. */
  bytes: number
}

/** Names of tags as in TagRef. */
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

/** Numbers of numeric fields (severity, facility, status), otherwise text. */
export type Value = string | number

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
}

export interface TagNamesAnswer {
  /** At most `limit`, by code point. */
  names: string[]
  /** How many there are. */
  total: number
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
  /** Each event of the scope has one occurrence in it, for certain. */
  single?: boolean
}

export interface Page {
  events: StoredEvent[]
  /** The moment of the page; other pages as of it follow on this one without a gap. */
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
