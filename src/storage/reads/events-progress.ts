import type { BatchSize } from './batch-size.ts'

/** Shared by the parts of a read. */
export interface Progress {
  size: BatchSize
  /** Events that are still wanted. */
  left: number
}
