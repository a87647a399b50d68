import type { SqlClient } from '../sql-client.ts'
import type { EventContents } from './event-contents.ts'

/** Everything that the ways to a page share. */
export interface PageContext {
  client: SqlClient
  /** The widest deduplication window, seconds. */
  window: number
  contents: EventContents
  /** Rows in a stretch of time at most. */
  estimateRows: (from: number, to: number) => number
  /** A page that begins after so many events is located by counting; after fewer, it is walked to. 2,000 when absent. */
  deep?: number
}
