import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { ArrivalPlace } from './arrivals.ts'
import type { Span } from './time-span.ts'

/** Identifies a row: a batch has at most one row of an event for each second. `ts`: microseconds. */
interface RowKey {
  batch: number
  id: number
  ts: number
}

/** How far a reader has read the rows of the store, in the order in which their batches became readable. */
export interface RowPosition {
  /** The batches that it has read. */
  since: ArrivalPlace
  /** Present while rows of the batches between `since` and `upTo` that follow `after` remain to be read. */
  rest?: { upTo: ArrivalPlace; after: RowKey }
}

/** Which rows to read next: see EventStore.newRows. */
export interface NewRowsQuery {
  predicate: Predicate
  /** Absent: the answer has no rows, only the current position. */
  after?: RowPosition | undefined
  /** Maximum rows of an answer; fewer are returned if they are long. */
  limit: number
  /**
   * Order of the rows of a batch. `arrival`: by id, so that repeats come before the new events of their
   * batch. `time`: by the time of the row.
   */
  order: 'arrival' | 'time'
}

/** Rows as the engine wrote them, for `newRowsIn` of clients/row-binary/new-rows.ts. */
export interface NewRows {
  bytes: Uint8Array
  rows: number
  next: RowPosition
  /** Whether more rows can be read at once. */
  hasMore: boolean
}

/** The rows of a filter after a position; `within`: only rows of this time. */
export interface WaitingQuery {
  predicate: Predicate
  after: RowPosition
  within?: Span
}

/** Limits of what may wait for a reader. */
export interface WaitingLimits {
  /** Unix seconds: batches that have only older rows may be skipped. */
  oldest: number
  /** Bytes of the messages of the newest rows that may wait. */
  bytes: number
}

/** The rows after a position. */
export interface WaitingRows {
  rows: number
  /** Unix seconds of the oldest row; undefined when there is none. */
  oldest: number | undefined
  /** The rows beyond the limits, and the position after them; undefined when there are none. */
  beyond: { rows: number; next: RowPosition } | undefined
}
