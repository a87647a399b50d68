import type { StoreJournal } from '../journal/journal.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'
import type { SqlClient } from '../sql-client.ts'

/** Bounds of what rollups keep and read; absent ones have defaults. */
export interface RollupBounds {
  /** Bytes of all rollups. */
  maxBytes?: number
  /** Different values, or combinations of them, in a rollup. */
  maxValues?: number
  /** Bytes of these. */
  maxValueBytes?: number
  /** Counts of one answer when tiles are made. */
  maxLoadedRows?: number
  /** Rows of the table that one statement makes tiles of: some hundredths of a second. */
  rowsPerStatement?: number
  /** With fewer rows in all, nothing is kept that depends on words of messages: the index finds them as quickly. */
  minRows?: number
  /** How often something has to be asked until tiles are made for it. */
  minAsked?: number
  /** Tiles are made when nobody has asked the engine for so long, and at the latest after `maxWaitMs`. */
  quietMs?: number
  maxWaitMs?: number
}

/** What rollups read from, and their bounds. */
export interface RollupSource extends Required<RollupBounds> {
  client: SqlClient
  journal: StoreJournal
  recentBatches: RecentBatches
  /** An upper estimate of the rows in [from, to). */
  estimateRows(from: number, to: number): number
}
