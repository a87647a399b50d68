import type { StoredEvent } from '../../schema/event/event.ts'

/**
 * A place in the order in which batches become readable: after all batches up to a number, with some
 * exceptions.
 */
export interface ArrivalPlace {
  batch: number
  missing: readonly number[]
}

/** The progress of a reader of arrivals. */
export interface ArrivalCursor {
  since: ArrivalPlace
  /** Events between `since` and a later place with ids above `afterId` are still unread. */
  rest?: { upTo: ArrivalPlace; afterId: number }
}

export interface ArrivalsQuery {
  /** When absent, the answer has no events and the current cursor. */
  after?: ArrivalCursor | undefined
  /** The answer has fewer events when they are long. */
  limit: number
}

export interface Arrivals {
  events: StoredEvent[]
  next: ArrivalCursor
}
