import type { FairQueueLimits } from '../slices/fair-queue.ts'

export interface QueryLimits extends FairQueueLimits {
  /** Milliseconds that create and recalculate wait for the answer. */
  answerWaitMs: number
  /** Queries of one user, those of widgets not counted. */
  maxQueriesPerUser: number
  /** Milliseconds without a read or a watcher after which a query is dropped. */
  idleTimeoutMs: number
  /** Seconds until a read of a lane ends with query_timeout. */
  shortTimeoutSeconds: number
  longTimeoutSeconds: number
  /** About how many bytes the results of all queries may take, and the slices that are kept for refreshing them. */
  maxResultBytes: number
  maxSliceBytes: number
}

export const defaultQueryLimits: QueryLimits = {
  shortSlots: 6,
  longSlots: 2,
  maxWaitingPerUser: 50,
  answerWaitMs: 1_000,
  maxQueriesPerUser: 200,
  idleTimeoutMs: 900_000,
  shortTimeoutSeconds: 60,
  longTimeoutSeconds: 600,
  maxResultBytes: 200_000_000,
  maxSliceBytes: 200_000_000,
}
