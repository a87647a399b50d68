import type { NewestInMemory } from '../recent/newest-page.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope } from '../store.ts'
import type { StoredDays } from '../stored-days.ts'
import type { EventCache } from './event-cache.ts'

/** Everything that the ways to a page share. */
export interface PageContext {
  client: SqlClient
  /** The widest deduplication window, seconds. */
  window: number
  eventCache: EventCache
  /** Rows in a stretch of time at most. */
  estimateRows: (from: number, to: number) => number
  /** The newest events, in memory; nothing when absent. */
  newest?: NewestInMemory
  /** A page that begins after so many events is located by counting; after fewer, it is walked to. 2,000 when absent. */
  deep?: number
  /** What is known of where rows are without reading them; nothing when absent. */
  hints?: CountHints
  /** Rows before this second are what they were at the moment of the scope; none are known to be when absent. */
  settledUntil?: (scope: Scope) => number
  /** The days that have rows; any may when absent. */
  days?: Pick<StoredDays, 'begin' | 'end' | 'clip'>
}

/** What is told is true of all that has been appended by then; the moment of a scope is not looked at. */
export interface CountHints {
  /** Whether events of the scope may have rows of repeats in it: false is certain. */
  mayRepeat(scope: Scope, read: Read): Promise<boolean>
  /**
   * Where the end of the scope begins in which so many events began, or the scope, when that is soon reached: undefined when it is not
   * known, or not near. `single`: no event of the scope has several rows there; `rows`: that there are at most, of all events.
   */
  newestSpan(
    scope: Scope,
    wanted: number,
    read: Read,
  ): Promise<{ from: number; single: boolean; rows: number } | undefined>
  /**
   * How many events of the scope began in each stretch of so many seconds (of a minute, an hour or a day, cut where these begin), in
   * order; undefined when it is not known.
   */
  eventCounts(scope: Scope, length: number, read: Read): Promise<readonly EventCount[] | undefined>
}

/** Seconds [from, to), and how many events have their place there: began there, unless something else is said. */
export interface EventCount {
  from: number
  to: number
  events: number
}
