import type { QueryType } from '../../schema/query/query.ts'
import { ApiError, isUnavailable } from '../api/http/api-error.ts'
import { isRunning, isUnknownQuery, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import type { Clock } from '../state/clock.ts'
import { Observable } from '../state/observable.ts'
import type { LiveConnection, QueryListener } from './live-connection.ts'

/** The requests that a query needs. */
export interface QueryApi {
  create<T extends QueryType>(request: QueryRequest<T>, signal: AbortSignal): Promise<QueryAnswer<T>>
  read<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>>
  remove(id: string): void
  /** Subscribes to a query. Returns the function that ends the subscription. */
  watch(connection: LiveConnection, id: string, listener: QueryListener): () => void
  /** Absent for a query that other pages and users read too. */
  stop?<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>>
  /** A LiveQuery calls this when the service no longer knows its query. */
  lost(id: string): void
}

/**
 * Requests for an existing query, such as a saved widget's. It is read instead of created, and never removed.
 * `onLost` is called when the service does not know it, for example because its widget was changed or
 * deleted.
 */
export function existingQueryApi(api: QueryApi, id: string, onLost: () => void): QueryApi {
  return {
    create: async (_, signal) => {
      try {
        return await api.read(id, signal)
      } catch (error) {
        if (isUnknownQuery(error)) onLost()
        throw error
      }
    },
    read: (queryId, signal) => api.read(queryId, signal),
    watch: (connection, queryId, listener) => api.watch(connection, queryId, listener),
    remove: () => {},
    // Does not report the loss: if this page has deleted the widget, it shows the query no longer in a
    // moment. Otherwise the next `create` reads the query again and reports the loss.
    lost: () => {},
  }
}

/** A query as the page knows it. */
export interface QueryState<T extends QueryType> {
  /** The newest answer; undefined before the first. */
  answer: QueryAnswer<T> | undefined
  /** Why there is no newer answer: usually an ApiError. Undefined without an error. */
  error: unknown
  /**
   * Time from the request, or from the start of a recalculation, to its first complete result; undefined
   * before it.
   */
  elapsedMs: number | undefined
}

/** Intervals of polling while the websocket is not open: of a query that computes, and of a complete one. */
const runningPollMs = 1_000
const finishedPollMs = 5_000
const minRetryMs = 1_000
const maxRetryMs = 30_000
/** Retries of a request that a busy service refuses, before the error is shown. */
const maxQuietRetries = 8
/** Retries for an unknown query of a widget: meanwhile the page reads which query has replaced it. */
const maxUnknownRetries = 3

/**
 * A query of the service from its creation to its removal, updated by the shared connection or by polling.
 * `follow` keeps it current after it is complete.
 */
export class LiveQuery<T extends QueryType> {
  readonly state = new Observable<QueryState<T>>({
    answer: undefined,
    error: undefined,
    elapsedMs: undefined,
  })
  readonly #api: QueryApi
  readonly #connection: LiveConnection
  readonly #clock: Clock
  readonly #request: QueryRequest<T>
  readonly #follow: boolean
  readonly #ended = new AbortController()
  /** Id of the service's query; undefined while there is none. */
  #id: string | undefined
  #unwatch: (() => void) | undefined
  #cancelTimer: () => void = () => {}
  /** Restarts since a creation last succeeded while the store was available, for the next delay. */
  #retries = 0
  /** When the computation of the current results began. */
  #startedAtMs = 0
  /**
   * Set by `stop` for good: a query that is created again is stopped too, and its errors are shown at once.
   */
  #isStopped = false

  constructor(
    api: QueryApi,
    connection: LiveConnection,
    clock: Clock,
    request: QueryRequest<T>,
    follow: boolean,
  ) {
    this.#api = api
    this.#connection = connection
    this.#clock = clock
    this.#request = request
    this.#follow = follow
  }

  /** Creates the query. Errors are in `state`. */
  async start(): Promise<void> {
    this.#startedAtMs = this.#clock.now()
    try {
      const answer = await this.#api.create(this.#request, this.#ended.signal)
      if (this.#ended.signal.aborted) return this.#api.remove(answer.query_id)
      if (!isUnavailable(answer.error)) this.#retries = 0
      this.#id = answer.query_id
      this.#apply(answer)
      if (this.#isStopped) await this.stop()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Ends all requests and removes the query. */
  close(): void {
    this.#ended.abort()
    this.#removeQuery()
  }

  /** Stops the computation, or the next one if none runs yet. Results so far stay. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const { answer } = this.state.get()
    const id = this.#id
    if (id === undefined || !answer || !isRunning(answer) || !this.#api.stop) return
    try {
      this.#update(id, await this.#api.stop<T>(id, this.#ended.signal))
    } catch (error) {
      // A removed query computes nothing.
      if (!this.#ended.signal.aborted && !isUnknownQuery(error)) throw error
    }
  }

  /** Ignores answers of a query that was lost or removed meanwhile. */
  #update(id: string, answer: QueryAnswer<T>): void {
    if (this.#id === id) this.#apply(answer)
  }

  #apply(answer: QueryAnswer<T>): void {
    const running = isRunning(answer)
    const { answer: previous, elapsedMs: previousElapsedMs } = this.state.get()
    const isRecalculation =
      running && previousElapsedMs !== undefined && previous?.query_id === answer.query_id
    if (isRecalculation) this.#startedAtMs = this.#clock.now()
    const elapsedMs = running ? undefined : (previousElapsedMs ?? this.#clock.now() - this.#startedAtMs)
    this.state.set({ answer, error: undefined, elapsedMs })
    if (running || this.#follow) {
      this.#watch(answer.query_id)
      this.#pollLater(answer.query_id, running ? runningPollMs : finishedPollMs)
    } else if (isUnavailable(answer.error)) {
      this.#recreate(undefined)
    } else {
      this.#cancelTimer()
      this.#unwatch?.()
      this.#unwatch = undefined
    }
  }

  #watch(id: string): void {
    this.#unwatch ??= this.#api.watch(this.#connection, id, {
      // Updates have the shape of GET for this query.
      update: data => this.#update(id, data as QueryAnswer<T>),
      lost: () => this.#lose(id),
    })
  }

  /** Reads the query after a delay if the websocket is not open then; otherwise waits again. */
  #pollLater(id: string, delayMs: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#clock.after(delayMs, () => {
      if (this.#connection.state.get() === 'open') this.#pollLater(id, delayMs)
      else this.#read(id, delayMs)
    })
  }

  async #read(id: string, delayMs: number): Promise<void> {
    try {
      this.#update(id, await this.#api.read<T>(id, this.#ended.signal))
    } catch (error) {
      if (isUnknownQuery(error)) this.#lose(id)
      else if (this.#id === id) {
        this.state.set({ ...this.state.get(), error })
        this.#pollLater(id, Math.min(maxRetryMs, delayMs * 2))
      }
    }
  }

  /** Handles the failure of `start`: shows the error, starts again later, or both. */
  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    const { status, retryAfterSeconds } = error instanceof ApiError ? error : {}
    // Too many queries are waiting, or the query was replaced: a retry may succeed, so the user sees no error
    // yet.
    let maxRetries = 0
    if (status === 429) maxRetries = maxQuietRetries
    else if (isUnknownQuery(error)) maxRetries = maxUnknownRetries
    const isQuiet = this.#retries < maxRetries && !this.#isStopped
    if (!isQuiet) this.state.set({ ...this.state.get(), error })
    // An unavailable service is always tried again, an overloaded or failing one only for a followed query. A
    // refused request is not repeated.
    const isTransient = isUnavailable(error) || (this.#follow && (status === 429 || (status ?? 0) >= 500))
    if (isQuiet || isTransient) this.#recreate(retryAfterSeconds)
  }

  /** Creates the query again after the service has forgotten it. */
  #lose(id: string): void {
    if (this.#id !== id) return
    this.#id = undefined
    this.#api.lost(id)
    this.#recreate(undefined)
  }

  /**
   * Starts again after a delay, which doubles with each retry. If the service was unavailable, starts earlier
   * when the connection opens.
   */
  #recreate(retryAfterSeconds: number | undefined): void {
    if (this.#ended.signal.aborted) return
    this.#removeQuery()
    const delayMs = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(this.#retries, 10))
    this.#retries += 1
    const startAgain = () => {
      this.#cancelTimer()
      void this.start()
    }
    const cancel = this.#clock.after(Math.max(delayMs, (retryAfterSeconds ?? 0) * 1000), startAgain)
    const unwatch = this.#connection.state.watch(() => {
      if (this.#connection.state.get() === 'open' && isUnavailable(this.state.get().error)) startAgain()
    })
    this.#cancelTimer = () => {
      cancel()
      unwatch()
    }
  }

  #removeQuery(): void {
    this.#cancelTimer()
    this.#unwatch?.()
    this.#unwatch = undefined
    if (this.#id !== undefined) this.#api.remove(this.#id)
    this.#id = undefined
  }
}
