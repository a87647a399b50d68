import type { AppendLog } from '../append-log.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'
import type { SqlClient } from '../sql-client.ts'

export interface RollupSource {
  client: SqlClient
  appends: AppendLog
  recentBatches: RecentBatches
  /** Different values, or combinations of them. */
  maxValues: number
  /** Bytes of these. */
  maxValueBytes: number
  /** Rows of one answer when tiles are counted. */
  maxLoadedRows: number
  /** Rows of a tag that are counted at a time: a few hundredths of a second of this process. */
  rowsPerStatement: number
  /** Rows of a bucket from which it is counted by a SELECT of its own. */
  minSplitRows: number
  estimateRows(from: number, to: number): number
}
