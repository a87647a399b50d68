import type { BatchSize } from './batch-size.ts'

/** Shared by the parts of a read. */
export interface Progress {
  size: BatchSize
  /** Events still to be read. */
  left: number
}
