import type { BatchSize } from './batch-size.ts'
import type { PageContext } from './page-context.ts'

/** What a read of many events works with. */
export type EventsContext = Omit<PageContext, 'eventCache'>

/** What the parts of a read share. */
export interface Progress {
  size: BatchSize
  /** How many more events are wanted. */
  left: number
}
