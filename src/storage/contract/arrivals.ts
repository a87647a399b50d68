import type { StoredEvent } from '../../schema/event/event.ts'

/** A set of readable batches: all with numbers up to `batch`, except the batches in `missing`. */
export interface ArrivalPlace {
  batch: number
  /** Batches that were not readable yet. */
  missing: readonly number[]
}

/** The progress of a reader that gets all events in the order in which their batches become readable. */
export interface ArrivalCursor {
  /** The batches that it has read. */
  since: ArrivalPlace
  /**
   * Present while events of the batches between `since` and `upTo`, with ids above `afterId`, remain to be
   * read.
   */
  rest?: { upTo: ArrivalPlace; afterId: number }
}

/** Which events to read next: see EventStore.arrivals. */
export interface ArrivalsQuery {
  /** Absent: the answer has no events, only the current cursor. */
  after?: ArrivalCursor | undefined
  /** Maximum events; fewer are returned if they are long. */
  limit: number
}

/** Events with rows that became readable after the cursor, and the cursor of the next read. */
export interface Arrivals {
  events: StoredEvent[]
  next: ArrivalCursor
}
