import type { CachedSlices } from '../slices/slice-cache.ts'
import { AnswerCache } from './answer-cache.ts'
import { type ComputedAnswer, compute, type QueryDeps } from './compute.ts'
import { failureOf, isTransient } from './failure.ts'
import { emptyState, type PublishedState, SharedResults } from './published-state.ts'
import type { Question } from './question.ts'
import { RefreshTimer } from './refresh-timer.ts'

/** A user of the state of an evaluation: an Answer. */
export interface Subscriber {
  /** The user on whose behalf the store works. */
  readonly userId: number
  readonly queryId: string | null
  /** The evaluation is kept current until this time (Unix milliseconds; Infinity while it is watched). */
  readonly watchedUntil: number
  /**
   * Called after each change of the state, after a refresh that changed nothing, and each second until the
   * first answer, since the position in the queue may have changed.
   */
  onChange(): void
}

const unusedError = new Error('no query waits for this evaluation any more')

/** Interval at which subscribers are notified of their position in the queue, before the first answer. */
const queueIntervalMs = 1_000

/**
 * The answer to one question, computed once for all readers who ask it with equal rights. It is refreshed
 * while it is watched. Since slices are cached, a refresh computes only the slices with new rows.
 */
export class LiveEvaluation {
  readonly question: Question
  readonly #deps: QueryDeps
  readonly #onCompute: () => void
  readonly #stop = new AbortController()
  readonly #subscribers = new Set<Subscriber>()
  readonly #timer: RefreshTimer
  readonly #stopListening: (() => void) | undefined
  readonly #cache: AnswerCache
  #state: PublishedState
  /** The computation that runs now. It never rejects. */
  #running: Promise<void> | undefined

  /** `onCompute`: called each time a computation starts. */
  constructor(question: Question, deps: QueryDeps, onCompute: () => void) {
    this.question = question
    this.#deps = deps
    this.#onCompute = onCompute
    this.#cache = new AnswerCache(question, deps)
    this.#state = emptyState('IN_PROGRESS', this.#cache.cached.range, deps.now())
    this.#timer = new RefreshTimer(
      {
        isWatched: () => this.#isWatched,
        hasAnswer: () => this.#state.status === 'SUCCESS',
        validAt: () => this.validAt,
        isValid: () => this.#isValid(),
        maxCostMs: () => this.#cache.maxRefreshCostMs,
        costMs: () => this.#cache.refreshCostMs(),
        start: () => this.#start(),
      },
      deps.now,
    )
    // A kind with its own source does not depend on appended events: the timer alone refreshes it.
    if (question.kind.source === undefined) {
      this.#stopListening = deps.store.journal.listen({ changed: () => this.#timer.wakeOnAppend() })
    }
  }

  get state(): PublishedState {
    return this.#state
  }

  /** The last moment (Unix milliseconds) at which the state was known to be valid. */
  get validAt(): number {
    return this.#cache.validAt
  }

  /** Position in the queue for the store, 1 is the next; undefined while it does not wait. */
  get queuePosition(): number | undefined {
    return this.#running && this.#deps.queue.positionOf(this.#stop.signal)
  }

  get isUsed(): boolean {
    return this.#subscribers.size > 0
  }

  /** Approximate bytes of its slices. */
  get bytes(): number {
    return this.#cache.bytes
  }

  /**
   * The last moment (Unix milliseconds) at which it was watched or a computation started. Undefined while it
   * is watched or computed.
   */
  get idleSince(): number | undefined {
    if (this.#isWatched || this.#running !== undefined) return undefined
    let since = this.#timer.startedAt
    for (const { watchedUntil } of this.#subscribers) since = Math.max(since, watchedUntil)
    return since
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
    this.wake()
  }

  /** Removes a subscriber, and ends the work after the last one. */
  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    if (!this.isUsed) void this.end()
  }

  /**
   * Makes the state valid for the moment of this call. Without an answer, waits only for the first
   * computation, which may have started earlier. A failure is in the state. Never rejects.
   */
  async refresh(): Promise<void> {
    const askedAt = this.#deps.now()
    const isFirst = !this.#cache.isFilled
    if (this.#running === undefined) this.#startIfInvalid()
    await this.#running
    // A computation that was already running may have started before this call.
    if (isFirst || this.validAt >= askedAt) return
    if (this.#running === undefined) this.#startIfInvalid()
    await this.#running
  }

  /** Refreshes if that is due. Call it when a subscriber starts to watch, and for each of its reads. */
  wake(): void {
    this.#timer.wake()
  }

  /** Drops the slices, to free memory. The next refresh computes all of them. */
  forgetSlices(): void {
    this.#cache.forgetSlices()
  }

  /** Ends its work at the store. Resolves once that has ended. */
  async end(): Promise<void> {
    this.#timer.end()
    this.#stopListening?.()
    this.#subscribers.clear()
    this.#stop.abort(unusedError)
    await this.#running
  }

  get #isWatched(): boolean {
    const now = this.#deps.now()
    for (const { watchedUntil } of this.#subscribers) if (now < watchedUntil) return true
    return false
  }

  /** A failure counts as valid until the next attempt. */
  #isValid(): boolean {
    return this.#state.status === 'FAILURE' || this.#cache.isValid()
  }

  #startIfInvalid(): void {
    if (!this.#stop.signal.aborted && !this.#isValid()) this.#start()
  }

  #start(): void {
    this.#timer.start()
    this.#onCompute()
    const { slices: before } = this.#cache.cached
    const positionTimer =
      this.#state.status === 'IN_PROGRESS' ? setInterval(() => this.#notify(), queueIntervalMs) : undefined
    this.#running = this.#compute()
      .then(computed => this.#succeed(computed, before))
      .catch(error => this.#fail(error))
      .finally(() => {
        clearInterval(positionTimer)
        this.#running = undefined
        this.#timer.finish()
      })
  }

  #compute(): Promise<ComputedAnswer> {
    const { question } = this
    const { isFilled } = this.#cache
    const [subscriber] = this.#subscribers
    return compute(
      {
        question,
        cache: this.#cache.cached,
        live: isFilled,
        previous: isFilled ? this.#state.state : undefined,
        user: subscriber?.userId ?? 0,
        queryId: subscriber?.queryId ?? null,
        signal: this.#stop.signal,
        ...(this.#state.status === 'IN_PROGRESS' && {
          // Progress never falls, although a computation after an interruption repeats a part of the work.
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

  /** Publishes computed results. `before`: the slices before the computation. */
  #succeed(computed: ComputedAnswer, before: CachedSlices<unknown>['slices']): void {
    if (this.#stop.signal.aborted) return
    const { report } = computed
    const { range, asOf } = computed.validity
    const isRefresh = this.#cache.isFilled
    this.#cache.fill(computed, before)
    this.#timer.succeed(isRefresh)
    const results = new SharedResults(computed.results)
    const { state: previous } = this
    const change = {
      range,
      report,
      ...(asOf && { asOf }),
      ...(this.question.paged && { state: computed.state }),
    }
    if (isRefresh && previous.failure === undefined && previous.results.isSame(results)) {
      // The same results with a newer moment are no change for readers.
      this.#state = { ...previous, ...change }
      this.#notify()
      return
    }
    this.#publish({ ...change, status: 'SUCCESS', results, progress: 100, failure: undefined })
  }

  /**
   * Publishes a failure; while it is watched, the timer tries again. The last state stays, with its moment,
   * after a transient failure of a refresh, and after a throttled computation that is watched (as on a
   * dashboard with very many widgets).
   */
  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return
    const failure = failureOf(error, this.#deps.log)
    const isThrottled = failure.code === 'throttled' && this.#isWatched
    let reason: Parameters<RefreshTimer['fail']>[0] = 'permanent'
    if (isThrottled) reason = 'throttled'
    else if (isTransient(failure.code)) reason = 'transient'
    this.#timer.fail(reason)
    if (reason === 'throttled' || (reason === 'transient' && this.#cache.isFilled)) return
    const { failure: previous } = this.#state
    if (previous?.code === failure.code && previous.detail === failure.detail) return
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

/** The evaluations in use, by the key of their question. */
export class Evaluations {
  readonly #deps: QueryDeps
  /** The evaluations for new subscribers. A replaced one stays in `#all` until it has no subscriber. */
  readonly #byKey = new Map<string, LiveEvaluation>()
  readonly #all = new Set<LiveEvaluation>()
  #computations = 0

  constructor(deps: QueryDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#all.size
  }

  /** Number of computations and refreshes that have started. */
  get computations(): number {
    return this.#computations
  }

  /** The shared evaluation of a question; a new one after a failure. The caller must subscribe at once. */
  getShared(question: Question): LiveEvaluation {
    const shared = this.#byKey.get(question.key)
    return shared === undefined || shared.state.status === 'FAILURE' ? this.replace(question) : shared
  }

  /** Replaces the shared evaluation by a new one without cached slices. The caller must subscribe at once. */
  replace(question: Question): LiveEvaluation {
    const evaluation = new LiveEvaluation(question, this.#deps, () => this.#computations++)
    this.#byKey.set(question.key, evaluation)
    this.#all.add(evaluation)
    return evaluation
  }

  /** Unsubscribes. Removes the evaluation when it has no subscriber left. */
  release(evaluation: LiveEvaluation, subscriber: Subscriber): void {
    evaluation.unsubscribe(subscriber)
    if (evaluation.isUsed) return
    this.#all.delete(evaluation)
    const { key } = evaluation.question
    if (this.#byKey.get(key) === evaluation) this.#byKey.delete(key)
  }

  /**
   * Drops the cached slices of evaluations that were not used after `idleSinceMs` (Unix milliseconds), and of
   * as many others that the rest takes at most `maxBytes`. Keeps watched and running evaluations first, then
   * the last used; one that does not fit is dropped, while smaller ones after it may stay.
   */
  forgetSlices(idleSinceMs: number, maxBytes: number): void {
    const since = (evaluation: LiveEvaluation): number => evaluation.idleSince ?? Number.MAX_SAFE_INTEGER
    let bytes = 0
    for (const evaluation of [...this.#all].sort((a, b) => since(b) - since(a))) {
      const total = bytes + evaluation.bytes
      if (total <= maxBytes && since(evaluation) > idleSinceMs) bytes = total
      else evaluation.forgetSlices()
    }
  }

  /** Ends all evaluations and waits for them. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(evaluation => evaluation.end()))
  }
}
