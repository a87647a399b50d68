import type { CachedSlices } from '../slices/slice-cache.ts'
import { AnswerCache } from './answer-cache.ts'
import { type ComputedAnswer, compute, type QueryDeps } from './compute.ts'
import { failureOf, isTransient } from './failure.ts'
import { emptyState, type PublishedState, SharedResults } from './published-state.ts'
import type { Question } from './question.ts'
import { RefreshTimer } from './refresh-timer.ts'

/** Shows the state of an evaluation to readers. */
export interface Subscriber {
  /** The user that the store works for. */
  readonly userId: number
  readonly queryId: string | null
  /** Unix milliseconds until which the evaluation is kept current for it; Infinity while it is watched. */
  readonly watchedUntil: number
  /** Called after each change of the state, and after a refresh that changed nothing. */
  onChange(): void
}

const unusedError = new Error('no query waits for this evaluation any more')

/** Subscribers hear of a new position in the queue at most this often. */
const queueIntervalMs = 1_000

/**
 * The answer to one question, shared by all who ask it with equal rights. It is computed once, and refreshed
 * while it is watched: slices are cached, so that a refresh costs only what is new.
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
  #running: Promise<void> | undefined

  /** `onCompute` is called each time a computation starts. */
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
    if (question.kind.source === undefined) {
      this.#stopListening = deps.store.touched.listen({ changed: () => this.#timer.wakeOnAppend() })
    }
  }

  get state(): PublishedState {
    return this.#state
  }

  /** The last moment (Unix milliseconds) at which the state was known to be valid. */
  get validAt(): number {
    return this.#cache.validAt
  }

  /** Its position in the queue for the store, 1 is the next; undefined while it does not wait. */
  get queuePosition(): number | undefined {
    return this.#running && this.#deps.queue.positionOf(this.#stop.signal)
  }

  get isUsed(): boolean {
    return this.#subscribers.size > 0
  }

  /** About how many bytes its slices take. */
  get bytes(): number {
    return this.#cache.bytes
  }

  /** Unix milliseconds since when it has not been watched; undefined while it is watched or computed. */
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

  /** Ends its work when no subscriber is left. */
  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    if (!this.isUsed) void this.end()
  }

  /** Makes the state valid for this moment; the first answer only computes. Never rejects. */
  async refresh(): Promise<void> {
    const askedAt = this.#deps.now()
    const first = !this.#cache.isFilled
    if (this.#running === undefined) this.#startIfInvalid()
    await this.#running
    // A computation that ran already may have started before this call.
    if (first || this.validAt >= askedAt) return
    if (this.#running === undefined) this.#startIfInvalid()
    await this.#running
  }

  /** Refreshes it when that is due: a subscriber has begun to watch. */
  wake(): void {
    this.#timer.wake()
  }

  /** Frees the slices; the next refresh computes all of them. */
  forgetSlices(): void {
    this.#cache.forgetSlices()
  }

  /** Ends its work at the store. Resolves once that is over. */
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

  /** A failure counts as valid until it is tried again. */
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
    const queued =
      this.#state.status === 'IN_PROGRESS' ? setInterval(() => this.#notify(), queueIntervalMs) : undefined
    this.#running = this.#compute()
      .then(computed => this.#succeed(computed, before))
      .catch(error => this.#fail(error))
      .finally(() => {
        clearInterval(queued)
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

  /** `before`: the slices before the computation. */
  #succeed(computed: ComputedAnswer, before: CachedSlices<unknown>['slices']): void {
    if (this.#stop.signal.aborted) return
    const { report } = computed
    const { range, asOf } = computed.validity
    const isRefresh = this.#cache.isFilled
    this.#cache.fill(computed, before)
    this.#timer.succeed(isRefresh)
    const results = new SharedResults(computed.results)
    const { state: last } = this
    const change = {
      range,
      report,
      ...(asOf && { asOf }),
      ...(this.question.paged && { state: computed.state }),
    }
    if (isRefresh && last.failure === undefined && last.results.isSame(results)) {
      // Readers see no change when the same results get a newer moment.
      this.#state = { ...last, ...change }
      this.#notify()
      return
    }
    this.#publish({ ...change, status: 'SUCCESS', results, progress: 100, failure: undefined })
  }

  /**
   * A failed computation is tried again while it is watched. After a refresh that failed for a transient
   * reason the last results stay, with their moment. The same holds after a throttled refresh, as on a
   * dashboard of very many widgets.
   */
  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return
    const failure = failureOf(error, this.#deps.log)
    const transient = isTransient(error)
    const throttled = failure.code === 'throttled' && this.#isWatched
    this.#timer.fail(throttled ? 'throttled' : transient ? 'transient' : 'permanent')
    if (throttled || (this.#cache.isFilled && transient)) return
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

/** The evaluations in use, by the key of their question. */
export class Evaluations {
  readonly #deps: QueryDeps
  /**
   * The evaluation that new subscribers share. A replaced one stays in `#all` until its last subscriber
   * leaves.
   */
  readonly #byKey = new Map<string, LiveEvaluation>()
  readonly #all = new Set<LiveEvaluation>()
  #computations = 0

  constructor(deps: QueryDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#all.size
  }

  /** How many computations, whole ones and refreshes, have started. */
  get computations(): number {
    return this.#computations
  }

  /** The shared evaluation of a question, a new one after a failure. The caller must subscribe at once. */
  getShared(question: Question): LiveEvaluation {
    const shared = this.#byKey.get(question.key)
    return shared === undefined || shared.state.status === 'FAILURE' ? this.replace(question) : shared
  }

  /** A new evaluation without cached slices, shared from now on. The caller must subscribe at once. */
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
   * Frees the cached slices of evaluations that are idle since `idleSinceMs` (Unix milliseconds) or longer,
   * then of those idle longest, until the rest takes at most `maxBytes`. Evaluations that are watched or
   * computed come last.
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
