import type { SqlClient } from '../clients/sql-client.ts'
import type { Read, Scope } from '../contract/event-store.ts'
import type { StoreJournal } from '../journal/journal.ts'
import type { NewestInMemory } from '../memory/recent/newest-page.ts'
import type { StoredDays } from '../memory/stored-days.ts'
import type { StoredRepeats } from '../memory/stored-repeats.ts'

/** Context shared by all ways to read a page. */
export interface PageContext {
  client: SqlClient
  /** The widest deduplication window, seconds. */
  window: number
  /** Upper estimate of the rows in [from, to). */
  estimateRows: (from: number, to: number) => number
  /** The newest events, in memory; absent: none are in memory. */
  newest?: NewestInMemory
  /**
   * A page after more than this many events is located by counting; other pages are reached by walking.
   * Default 9,000.
   */
  deep?: number
  /** Known counts; absent: none are known. */
  hints?: CountHints
  /** Where rows of repeats may be; absent: anywhere. */
  repeats?: Pick<StoredRepeats, 'mayBeIn'>
  /** Where rows have changed since the mark of the scope; absent: anywhere. */
  journal?: Pick<StoreJournal, 'settledUntil'>
  /** The days that have rows; absent: any day may. */
  days?: Pick<StoredDays, 'begin' | 'end' | 'clip' | 'isStored' | 'breaksIn'>
}

/**
 * Positions of events according to counts in memory. They include all appends, whatever the moment of a
 * scope.
 */
export interface CountHints {
  /**
   * Number of events of the scope that began in each span of `length` seconds (a minute, an hour or a day),
   * in order; undefined when unknown.
   */
  eventCounts(scope: Scope, length: number, read: Read): Promise<readonly EventCount[] | undefined>
}

/**
 * Seconds [from, to), and the number of events with their place there: they began there, unless stated
 * otherwise.
 */
export interface EventCount {
  from: number
  to: number
  events: number
}
