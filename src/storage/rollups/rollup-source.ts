import type { AppendLog } from '../append-log.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'
import type { SqlClient } from '../sql-client.ts'

/** What a cube reads from. */
export interface RollupSource {
  client: SqlClient
  appends: AppendLog
  fresh: RecentBatches
  /** Values, or combinations of them, that are told apart at most. */
  mostValues: number
  /** Bytes that these take at most. */
  mostValueBytes: number
  /** Rows of one answer when tiles are counted. */
  mostLoaded: number
  /** A tag is counted so many rows at a time: a few hundredths of a second of this process. */
  rowsAtOnce: number
  /** Rows of a bucket from which it is counted by a SELECT of its own. */
  rowsApart: number
  /** Rows that a span holds at most. */
  estimateRows(from: number, to: number): number
}
