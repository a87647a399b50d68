import type { StoredEvent } from '../../schema/event/event.ts'

/** A place in the order in which batches become readable: after all up to a number, with some exceptions. */
export interface ArrivalPlace {
  batch: number
  missing: readonly number[]
}

/** The progress of a reader of arrivals. */
export interface ArrivalCursor {
  since: ArrivalPlace
  /** Set while events between `since` and `upTo`, with ids above `afterId`, are still to be read. */
  rest?: { upTo: ArrivalPlace; afterId: number }
}

export interface ArrivalsQuery {
  /** Absent: the answer has no events, only the current cursor. */
  after?: ArrivalCursor | undefined
  /** Maximum events; fewer are returned if they are long. */
  limit: number
}

export interface Arrivals {
  events: StoredEvent[]
  next: ArrivalCursor
}
