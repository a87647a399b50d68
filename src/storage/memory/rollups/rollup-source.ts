import type { SqlClient } from '../../clients/sql-client.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'

/** Limits of what rollups keep and read. Absent limits have defaults (rollups.ts). */
export interface RollupBounds {
  /** Maximum bytes of all rollups. */
  maxBytes?: number
  /** Maximum distinct combinations of values in a rollup. */
  maxValues?: number
  /** Maximum bytes of the values in a rollup. */
  maxValueBytes?: number
  /** Maximum counts of one answer when tiles are made. */
  maxLoadedCounts?: number
  /** Maximum rows that a statement reads to make several tiles: some hundredths of a second. */
  rowsPerStatement?: number
  /** With fewer rows in total, counts that the engine makes fast are not kept (see plansFor). */
  minRows?: number
  /** Number of times a question must be asked until tiles are made for it. */
  minAsked?: number
  /** Tiles are made when the engine has been idle this long. */
  quietMs?: number
  /** Tiles that are requested again and again are made after this time even if the engine is busy. */
  maxWaitMs?: number
}

/** What all rollups read from, and their limits. */
export interface RollupSource extends Required<RollupBounds> {
  client: SqlClient
  journal: StoreJournal
  recentBatches: RecentBatches
  /** Estimated rows in [from, to), Unix seconds: see EventStore. */
  estimateRows(from: number, to: number): number
}
