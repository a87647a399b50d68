import type { FairQueueLimits } from '../slices/fair-queue.ts'

/** Limits of the time and memory that the queries of all users may take. */
export interface QueryLimits extends FairQueueLimits {
  /** How long create and recalculate wait for the answer. */
  answerWaitMs: number
  /** Not counting queries of widgets. */
  maxQueriesPerUser: number
  /** A query without reads and watchers is dropped after this time. */
  idleTimeoutMs: number
  /** A read in each lane ends with query_timeout after this time. */
  shortTimeoutSeconds: number
  longTimeoutSeconds: number
  /** For the results of all queries together, approximate. */
  maxResultBytes: number
  /** For the slices that all evaluations cache for refreshes, approximate. */
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
