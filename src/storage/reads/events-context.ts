import type { BatchSize } from './batch-size.ts'
import type { PageContext } from './page-context.ts'

export type EventsContext = Omit<PageContext, 'eventCache'>

/** Shared by the parts of a read. */
export interface Progress {
  size: BatchSize
  /** Events that are still wanted. */
  left: number
}
