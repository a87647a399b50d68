import type { LaneLimits } from '../slices/lanes.ts'

export interface DeskLimits extends LaneLimits {
  /** Milliseconds that create and recalculate wait for the answer. */
  patience: number
  /** Queries of one user, those of widgets not counted. */
  queries: number
  /** Milliseconds without a read or a watcher after which a query is dropped. */
  timeToLive: number
  /** Seconds until a read of a lane ends with query_timeout. */
  shortTimeout: number
  longTimeout: number
  /** About how many bytes the results of all queries may take, and the slices that are kept for refreshing them. */
  resultsBudget: number
  slicesBudget: number
}

export const deskLimits: DeskLimits = {
  short: 6,
  long: 2,
  waiting: 50,
  patience: 1_000,
  queries: 200,
  timeToLive: 900_000,
  shortTimeout: 60,
  longTimeout: 600,
  resultsBudget: 200_000_000,
  slicesBudget: 200_000_000,
}
