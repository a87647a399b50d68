import type { TableSource } from '../append-follower.ts'

/** Bounds of what rollups keep and read; absent ones have defaults. */
export interface RollupBounds {
  /** Bytes of all rollups. */
  maxBytes?: number
  /** Different values, or combinations of them, in a rollup. */
  maxValues?: number
  /** Bytes of these. */
  maxValueBytes?: number
  /** Rows of one answer when tiles are counted. */
  maxLoadedRows?: number
  /** Rows of a tag that are counted by one statement: a few hundredths of a second of this process. */
  rowsPerStatement?: number
  /** Rows of a bucket from which it is counted by a SELECT of its own. */
  minSplitRows?: number
  /** Counts of a tile of minutes; where there would be more, the ends of ranges are counted from rows. */
  maxTileCounts?: number
  /** With fewer rows in all, nothing is kept that depends on words of messages: the index finds them as quickly. */
  minRows?: number
}

/** What rollups read from, and their bounds. */
export type RollupSource = TableSource & Required<RollupBounds>
