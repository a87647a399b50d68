import type { StoreJournal } from '../journal/journal.ts'
import type { NewestInMemory } from '../recent/newest-page.ts'
import type { StoredRepeats } from '../repeats.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope } from '../store.ts'
import type { StoredDays } from '../stored-days.ts'

/** What all ways to a page use. */
export interface PageContext {
  client: SqlClient
  /** The widest deduplication window, seconds. */
  window: number
  /** Rows in [from, to), at most. */
  estimateRows: (from: number, to: number) => number
  /** The newest events, in memory; nothing when absent. */
  newest?: NewestInMemory
  /** A page behind more events is located by counting; others are walked to. 9,000 when absent. */
  deep?: number
  /** Known counts; nothing when absent. */
  hints?: CountHints
  /** Where rows of repeats may be; anywhere when absent. */
  repeats?: Pick<StoredRepeats, 'mayBeIn'>
  /** Where rows have changed since the mark of the scope; anywhere when absent. */
  journal?: Pick<StoreJournal, 'settledUntil'>
  /** The days that have rows; any may when absent. */
  days?: Pick<StoredDays, 'begin' | 'end' | 'clip' | 'isStored' | 'breaksIn'>
}

/** What counts in memory say of where events are. They hold for all that has been appended, whatever the moment of a scope. */
export interface CountHints {
  /** How many events of the scope began in each span of `length` seconds (a minute, an hour or a day), in order; undefined when it is not known. */
  eventCounts(scope: Scope, length: number, read: Read): Promise<readonly EventCount[] | undefined>
}

/** Seconds [from, to), and how many events have their place there: began there, unless it says otherwise. */
export interface EventCount {
  from: number
  to: number
  events: number
}
