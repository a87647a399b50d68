import type { SqlClient } from '../../clients/sql-client.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'

/** Limits of what rollups keep and read; absent limits have defaults. */
export interface RollupBounds {
  /** Maximum bytes of all rollups. */
  maxBytes?: number
  /** Maximum distinct values, or combinations, in a rollup. */
  maxValues?: number
  /** Maximum bytes of these values. */
  maxValueBytes?: number
  /** Maximum counts of one answer when tiles are made. */
  maxLoadedRows?: number
  /** Rows of the table per statement that makes tiles: some hundredths of a second. */
  rowsPerStatement?: number
  /** With fewer rows in total, counts that the engine makes fast are not kept (see plansFor). */
  minRows?: number
  /** Number of times a question must be asked until tiles are made for it. */
  minAsked?: number
  /** Tiles are made when the engine has been idle this long, and after `maxWaitMs` at the latest. */
  quietMs?: number
  maxWaitMs?: number
}

/** Source data of rollups, and their limits. */
export interface RollupSource extends Required<RollupBounds> {
  client: SqlClient
  journal: StoreJournal
  recentBatches: RecentBatches
  /** An upper estimate of the rows in [from, to). */
  estimateRows(from: number, to: number): number
}
