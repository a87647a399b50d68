import type { FairQueueLimits } from '../slices/fair-queue.ts'

/** Limits of the time and memory that the queries of all users may take. */
export interface QueryLimits extends FairQueueLimits {
  /** create and recalculate wait this long for the answer. */
  answerWaitMs: number
  /** Does not count queries of widgets. */
  maxQueriesPerUser: number
  /** A query without reads and watchers is dropped after this time. */
  idleTimeoutMs: number
  /** A read of a lane ends with query_timeout after this time. */
  shortTimeoutSeconds: number
  longTimeoutSeconds: number
  /** Approximate, for the results of all queries and for the slices that are cached for refreshing them. */
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
