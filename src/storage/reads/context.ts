import type { SqlClient } from '../clients/sql-client.ts'
import type { Read, Scope } from '../contract/event-store.ts'
import type { Span } from '../contract/time-span.ts'
import type { StoreJournal } from '../journal/journal.ts'
import type { TableFacts } from '../sql/scope.ts'

/*
 * The rows of an event, on which all reads rely (schema/event/row.ts has their format):
 *
 * - The first row (`repeat` 0) is the first occurrence. Each repeat row (`repeat` 1) has the later
 *   occurrences of one second in one batch: `ts` is the last of them, `earlier` has the distances of the
 *   others before it.
 * - All rows of an event have the same id, host, message and so on, and the same `first`. Their `ts` lies in
 *   [first, first + window), where `window` is the deduplication window.
 * - A range may cut an event: it then has rows before or after the range. A read that needs all rows of an
 *   event reads a window more on that side.
 * - Days are dropped as a whole. The first row of an event may be gone while repeat rows are kept
 *   (`breaksIn` of runs-of-days.ts).
 *
 * A span is the seconds [from, to). A scope is a span and a predicate, as of a mark of the journal. Pages of
 * events read spans one after the other (a walk, pages/walk.ts), in which each event has one place: its first
 * row or its newest row, depending on the order.
 */

/** Access to the table, and facts about it: what each read needs besides its query. */
export interface ReadContext extends TableFacts {
  client: SqlClient
  /** The days that may have rows; absent: any day may. */
  days?: KnownDays
  /** Where rows of repeats may be; absent: anywhere. */
  repeats?: KnownRepeats
}

/** The days (UTC) that may have rows of events. */
export interface KnownDays {
  /**
   * The beginning of the oldest day that may have rows, Unix seconds; 0 without days. The first row of an
   * event that began earlier is gone.
   */
  readonly begin: number
  /** The end of the newest minute that may have rows, Unix seconds. It may be later than the clock. */
  readonly end: number
  /**
   * The part of a span of whole seconds that may have rows, with the other members of the span. Empty when no
   * rows are possible.
   */
  clip<T extends Span>(span: T): T
  /** Whether the day of a second may have rows. If not, an event that began then has lost its first row. */
  isStored(second: number): boolean
  /**
   * Beginnings of days in [from, to), ascending, whose previous day has no rows. That previous day may have
   * been dropped while older days are kept.
   */
  startsAfterGaps(span: Span): readonly number[]
}

/** The minutes that may have rows of repeats. */
export interface KnownRepeats {
  /** Whether seconds of the span may have rows of repeats; false is certain. */
  mayBeIn(span: Span): boolean
}

/** Context shared by all ways to read a page. */
export interface PageContext extends ReadContext {
  /** Estimated rows in [from, to), Unix seconds, more or fewer than there are: see EventStore. */
  estimateRows: (from: number, to: number) => number
  /**
   * A page after at least this many events is located by counting; other pages are reached by walking.
   * Default 9,000.
   */
  deepOffset?: number
  /** Known counts; absent: none are known. */
  knownCounts?: CountHints
  /** Where rows have changed since the mark of the scope; absent: anywhere. */
  journal?: Pick<StoreJournal, 'settledUntil'>
}

/** Counts in memory, to find positions of events. They include all appends, whatever the mark of a scope. */
export interface CountHints {
  /**
   * Number of events of the scope that began in each span of `length` seconds (a minute, an hour or a day),
   * in order; undefined when unknown.
   */
  eventCounts(scope: Scope, length: number, read: Read): Promise<readonly EventCount[] | undefined>
}

/**
 * The number of events with their place in [from, to), Unix seconds. The place is where an event began,
 * unless stated otherwise.
 */
export interface EventCount {
  from: number
  to: number
  events: number
}
