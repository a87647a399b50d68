import type { Read, ReadAccount } from '../../storage/contract/event-store.ts'
import type { EvaluationContext, Kind } from '../kind.ts'
import type { CostProfile } from './cost-profile.ts'
import type { FairQueue } from './fair-queue.ts'
import type { CachedSlices, Slice } from './slice-cache.ts'

/** One computation of an answer: the question, the cached slices and the listeners to its progress. */
export interface Computation<Params, State, Results> {
  question: {
    kind: Kind<Params, State, Results>
    params: Params
    profile: CostProfile
    /** Pages are short no matter how long their range is. */
    paged: boolean
  }
  context: EvaluationContext
  /**
   * Its slices are valid, so only the rest of the range is computed. A new slice is added as soon as it is
   * computed.
   */
  cache: CachedSlices<State>
  /** It has been computed before and will be again: the range is cut so that it is cheap to keep current. */
  live: boolean
  /** The state of the last outcome, when there was one. */
  previous?: State
  /** The user that the store works for. */
  user: number
  signal: AbortSignal
  /** Adds up what reads cost. */
  account?: ReadAccount
  /** Called after each chunk, with the percentage of the estimated rows. */
  onProgress?: (percent: number) => void
  /** Called with the results so far, at most once a second. */
  onPartial?: (results: Results, state: State) => void
}

export interface ComputationDeps {
  queue: FairQueue
  /** Seconds until a read ends with query_timeout. */
  timeouts: Readonly<Record<Read['lane'], number>>
  /** Unix milliseconds. */
  now: () => number
}

export interface Outcome<State, Results> {
  results: Results
  /** undefined for an empty range. */
  state: State | undefined
  slices: readonly Slice<State>[]
  finishCostMs: number
  /** Whether the results were made in parallel with the slices. If so, the longer of the two times counts. */
  isFinishedInParallel: boolean
  computedSlices: number
  slicesCostMs: number
  /** Waiting for turns. */
  waitedMs: number
}
