import type { Read, ReadAccount } from '../../storage/contract/event-store.ts'
import type { EvaluationContext, Kind } from '../kind.ts'
import type { CostProfile } from './cost-profile.ts'
import type { FairQueue } from './fair-queue.ts'
import type { CachedSlices, Slice } from './slice-cache.ts'

/** One computation of an answer: question, cached slices, and listeners to its progress. */
export interface Computation<Params, State, Results> {
  question: {
    kind: Kind<Params, State, Results>
    params: Params
    profile: CostProfile
    /** Whether the results are pages. A page is a short read, no matter how long its range is. */
    paged: boolean
  }
  context: EvaluationContext
  /**
   * Slices that are already valid: only the rest of the range is computed. New slices are added when they are
   * computed.
   */
  cache: CachedSlices<State>
  /** Whether it refreshes an answer. The range is then cut so that further refreshes are cheap. */
  live: boolean
  /** State of the previous outcome, if any. */
  previous?: State
  /** The user on whose behalf the store works. */
  user: number
  signal: AbortSignal
  /** Sums up the cost of reads. */
  account?: ReadAccount
  /**
   * Called after each chunk (the part of a slice that one statement reads), except the one at the start of
   * the range, with the percentage of the estimated rows.
   */
  onProgress?: (percent: number) => void
  /** Called with the results so far, at most once a second. */
  onPartial?: (results: Results, state: State) => void
}

/** What all computations share. */
export interface ComputationDeps {
  queue: FairQueue
  /** Seconds after which a read ends with query_timeout. */
  timeouts: Readonly<Record<Read['lane'], number>>
  /** Unix milliseconds. */
  now: () => number
}

/** What a computation returns: results, slices, and the time that it took. */
export interface Outcome<State, Results> {
  results: Results
  /** Undefined for an empty range. */
  state: State | undefined
  slices: readonly Slice<State>[]
  /** Cost of `finish`, ms. */
  finishCostMs: number
  /**
   * Whether `finish` ran beside the slices: the computation then took the longer of the two times, not their
   * sum.
   */
  isFinishedInParallel: boolean
  computedSlices: number
  slicesCostMs: number
  /** Milliseconds spent waiting for turns. */
  waitedMs: number
}
