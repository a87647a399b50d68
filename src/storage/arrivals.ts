import type { StoredEvent } from '../schema/event.ts'

/** A place in the order in which batches become readable: behind all up to a number, but for some. */
export interface ArrivalPlace {
  batch: number
  missing: readonly number[]
}

/** How far a reader of arrivals has come. */
export interface ArrivalCursor {
  since: ArrivalPlace
  /** Of the events between `since` and a later place, those with higher ids are left. */
  rest?: { upTo: ArrivalPlace; afterId: number }
}

export interface ArrivalsQuery {
  /** Absent: no events, and the cursor of now. */
  after?: ArrivalCursor | undefined
  /** An answer has fewer when they are long. */
  limit: number
}

export interface Arrivals {
  events: StoredEvent[]
  next: ArrivalCursor
}
