import { type Source, sourceOf } from '../kind.ts'
import type { CachedSlices } from '../slices/slice-cache.ts'
import { stillValid } from '../slices/slice-cache.ts'
import { approximateBytes } from './approximate-bytes.ts'
import { type Computed, compute, type QueryDeps, rangeOf, rangeOrEmpty } from './compute.ts'
import { failureOf, isTransient } from './failure.ts'
import { emptyState, type PublishedState, SharedResults } from './published-state.ts'
import type { Question } from './question.ts'
import { RefreshTimer } from './refresh-timer.ts'
import { smoothedCost, withSmoothedCosts } from './smoothed-cost.ts'
import { isStillValid, type Validity } from './validity.ts'

/** Shows the state of an evaluation to readers. */
export interface Subscriber {
  /** In whose name the store works. */
  readonly userId: number
  /** Unix milliseconds until which the evaluation is kept current for it; Infinity while somebody watches. */
  readonly watchedUntil: number
  /** Called after each change of the state, and after a refresh that changed nothing. */
  onChange(): void
}

const unusedError = new Error('nobody waits for this evaluation any more')

/** Subscribers hear of a new position in the queue at most this often. */
const queueIntervalMs = 1_000

/**
 * The answer to one question, shared by all who ask it with equal rights. It is computed once, and refreshed while somebody
 * watches: slices are cached, so that a refresh costs what is new.
 */
export class LiveEvaluation {
  readonly question: Question
  readonly #deps: QueryDeps
  readonly #onCompute: () => void
  readonly #stop = new AbortController()
  readonly #subscribers = new Set<Subscriber>()
  readonly #timer: RefreshTimer
  readonly #stopListening: (() => void) | undefined
  readonly #cache: CachedSlices<unknown>
  #state: PublishedState
  #validity: Validity
  #running: Promise<void> | undefined
  /** It has been computed. */
  #computed = false
  #finishCost = 0
  #bytes = 0

  /** `onCompute` is called each time a computation starts. */
  constructor(question: Question, deps: QueryDeps, onCompute: () => void) {
    this.question = question
    this.#deps = deps
    this.#onCompute = onCompute
    const range = rangeOrEmpty(question, deps)
    this.#cache = { range, slices: [] }
    this.#validity = { range, sequence: 0, at: 0 }
    this.#state = emptyState('IN_PROGRESS', range, deps.now())
    this.#timer = new RefreshTimer(
      {
        isWatched: () => this.#isWatched,
        hasAnswer: () => this.#state.status === 'SUCCESS',
        validAt: () => this.validAt,
        isValid: () => this.#isValid(),
        maxCost: () => this.#maxRefreshCost,
        cost: () => this.#refreshCost(),
        start: () => this.#start(),
      },
      deps.now,
    )
    if (question.kind.source === undefined) {
      this.#stopListening = deps.store.touched.onAppend(() => this.#timer.wakeOnAppend())
    }
  }

  get state(): PublishedState {
    return this.#state
  }

  /** The last moment (Unix milliseconds) at which the state was known to be valid. */
  get validAt(): number {
    return this.#validity.at
  }

  /** Its position among all who wait for the store, 1 is the next; undefined while it does not wait. */
  get queuePosition(): number | undefined {
    return this.#running && this.#deps.queue.positionOf(this.#stop.signal)
  }

  get isUsed(): boolean {
    return this.#subscribers.size > 0
  }

  /** About how many bytes its slices take. */
  get bytes(): number {
    return this.#bytes
  }

  /** Unix milliseconds since when nobody has watched it; undefined while somebody does, and while it is computed. */
  get idleSince(): number | undefined {
    if (this.#isWatched || this.#running !== undefined) return undefined
    return Math.max(this.#watchedUntil, this.#timer.startedAt)
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
    this.wake()
  }

  /** Ends its work when no subscriber is left. */
  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    if (!this.isUsed) void this.end()
  }

  /** Makes the state valid for this moment; the first answer only computes. Never rejects. */
  async refresh(): Promise<void> {
    const asked = this.#deps.now()
    const first = !this.#computed
    if (this.#running === undefined) this.#startIfInvalid()
    await this.#running
    // A computation that ran already may have started before this call.
    if (first || this.validAt >= asked) return
    if (this.#running === undefined) this.#startIfInvalid()
    await this.#running
  }

  /** Refreshes it when that is due: a subscriber has begun to watch. */
  wake(): void {
    this.#timer.wake()
  }

  /** Gives back the memory of the slices: the next refresh computes them all. */
  forgetSlices(): void {
    this.#cache.slices = []
    this.#bytes = 0
  }

  /** Ends its work at the store. Resolves once that is over. */
  async end(): Promise<void> {
    this.#timer.end()
    this.#stopListening?.()
    this.#subscribers.clear()
    this.#stop.abort(unusedError)
    await this.#running
  }

  get #source(): Source {
    return sourceOf(this.question.kind, this.#deps.store)
  }

  get #watchedUntil(): number {
    return Math.max(0, ...[...this.#subscribers].map(({ watchedUntil }) => watchedUntil))
  }

  get #isWatched(): boolean {
    return this.#deps.now() < this.#watchedUntil
  }

  /** Whether the state is valid at this moment; a failure stays until it is tried again. */
  #isValid(): boolean {
    if (this.#state.status === 'FAILURE') return true
    if (!this.#computed) return false
    const now = this.#deps.now()
    const { touched } = this.#source
    const { current: sequence } = touched
    if (!isStillValid(this.#validity, this.question, now / 1000, touched)) return false
    this.#validity = { ...this.#validity, sequence, at: now }
    return true
  }

  /** What the slices that are no longer valid cost when they were computed. */
  #refreshCost(): number {
    const { question } = this
    try {
      const valid = stillValid(this.#cache, rangeOf(question, this.#deps), question.profile, this.#source)
      return valid.reduce((rest, slice) => rest - slice.cost, this.#maxRefreshCost)
    } catch {
      // A range that has become invalid costs nothing, and the refresh fails with the reason.
      return 0
    }
  }

  get #maxRefreshCost(): number {
    return this.#cache.slices.reduce((sum, slice) => sum + slice.cost, this.#finishCost)
  }

  #startIfInvalid(): void {
    if (!this.#stop.signal.aborted && !this.#isValid()) this.#start()
  }

  #start(): void {
    this.#timer.start()
    this.#onCompute()
    const { slices } = this.#cache
    const queued =
      this.#state.status === 'IN_PROGRESS' ? setInterval(() => this.#notify(), queueIntervalMs) : undefined
    this.#running = this.#compute()
      .then(computed => {
        this.#cache.slices = withSmoothedCosts(this.#cache.slices, slices)
        this.#succeed(computed)
      })
      .catch(error => this.#fail(error))
      .finally(() => {
        clearInterval(queued)
        this.#running = undefined
        this.#timer.finish()
      })
  }

  #compute(): Promise<Computed> {
    const { question } = this
    const [subscriber] = this.#subscribers
    return compute(
      {
        question,
        cache: this.#cache,
        live: this.#computed,
        previous: this.#computed ? this.#state.state : undefined,
        user: subscriber?.userId ?? 0,
        signal: this.#stop.signal,
        ...(this.#state.status === 'IN_PROGRESS' && {
          // After an interruption part of the work is done again.
          onProgress: progress => this.#publish({ progress: Math.max(progress, this.#state.progress) }),
          onPartial: (results, state, { range, asOf }) =>
            this.#publish({
              results: new SharedResults(results),
              range,
              ...(asOf && { asOf }),
              ...(question.paged && { state }),
            }),
        }),
      },
      this.#deps,
    )
  }

  #succeed({ validity, outcome, report }: Computed): void {
    if (this.#stop.signal.aborted) return
    const isRefresh = this.#computed
    const { range, asOf } = validity
    this.#validity = validity
    this.#timer.succeed(isRefresh)
    this.#finishCost = smoothedCost(outcome.finishCost, isRefresh ? this.#finishCost : undefined)
    this.#bytes = approximateBytes(outcome.slices)
    const results = new SharedResults(outcome.results)
    const { state: last } = this
    const change = {
      range,
      report,
      ...(asOf && { asOf }),
      ...(this.question.paged && { state: outcome.state }),
    }
    if (isRefresh && last.failure === undefined && last.results.isSame(results)) {
      // The same results of a newer moment are no change for readers.
      this.#state = { ...last, ...change }
      this.#notify()
      return
    }
    this.#computed = true
    this.#publish({ ...change, status: 'SUCCESS', results, progress: 100, failure: undefined })
  }

  /**
   * A failed computation is tried again while somebody watches. After a refresh that failed for a passing reason the last results stay,
   * with their moment; so do those of one that was throttled, as on a dashboard of very many widgets.
   */
  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return
    const failure = failureOf(error, this.#deps.log)
    const transient = isTransient(error)
    const throttled = failure.code === 'throttled' && this.#isWatched
    this.#timer.fail(throttled ? 'throttled' : transient ? 'transient' : 'permanent')
    if (throttled || (this.#computed && transient)) return
    const { failure: last } = this.#state
    if (last?.code === failure.code && last.detail === failure.detail) return
    this.#publish({ status: 'FAILURE', failure })
  }

  #publish(change: Partial<PublishedState>): void {
    if (this.#stop.signal.aborted) return
    const { version } = this.#state
    this.#state = { ...this.#state, ...change, updatedAt: this.#deps.now(), version: version + 1 }
    this.#notify()
  }

  #notify(): void {
    for (const subscriber of this.#subscribers) subscriber.onChange()
  }
}
