import type { QueryType } from '../../schema/query/query.ts'
import { ApiError } from '../api/api-error.ts'
import { isRunning, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import { Observable } from '../state/observable.ts'
import type { Clock } from './clock.ts'
import type { LiveConnection } from './live-connection.ts'

/** The requests that a query needs. */
export interface QueryApi {
  create<T extends QueryType>(ask: QueryRequest<T>, signal: AbortSignal): Promise<QueryAnswer<T>>
  read<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>>
  remove(id: string): void
  /** Not there for a query that others read, too. */
  stop?<T extends QueryType>(id: string): Promise<QueryAnswer<T>>
  /** Told when the service does not know a query any more. */
  lost(id: string): void
}

/** Requests for a query that exists already: it is read in place of being created, and stays when nobody watches it here. */
export function existingQueryApi(api: QueryApi, id: string): QueryApi {
  return {
    create: (_, signal) => api.read(id, signal),
    read: (read, signal) => api.read(read, signal),
    remove: () => {},
    lost: () => {},
  }
}

export interface QueryState<T extends QueryType> {
  /** The newest answer; undefined before the first. */
  answer: QueryAnswer<T> | undefined
  /** Why there is no newer answer: mostly an ApiError. */
  error: unknown
  /** From the request to the complete result. */
  elapsedMs: number | undefined
}

/** Intervals of polling without the websocket. */
const runningPollMs = 1_000
const finishedPollMs = 5_000
const minRetryMs = 1_000
const maxRetryMs = 30_000
/** A service that is busy is asked again this often before the reader hears of it. */
const maxQuietRetries = 8

/** A query of the service until its removal, updated by the shared connection or by polling. `follow` keeps it current. */
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
  #unwatch: (() => void) | undefined
  #cancelTimer: () => void = () => {}
  #retries = 0
  #startedAt = 0
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

  async start(): Promise<void> {
    this.#startedAt = this.#clock.now()
    try {
      const answer = await this.#api.create(this.#request, this.#ended.signal)
      if (this.#ended.signal.aborted) return this.#api.remove(answer.query_id)
      this.#retries = 0
      this.#apply(answer)
      if (this.#isStopped) await this.stop()
    } catch (error) {
      this.#fail(error)
    }
  }

  close(): void {
    this.#ended.abort()
    this.#cancelTimer()
    this.#unwatch?.()
    const id = this.state.get().answer?.query_id
    if (id !== undefined) this.#api.remove(id)
  }

  /** Ends the computation, also one that begins later; what was found so far stays. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const { answer } = this.state.get()
    if (!answer || !isRunning(answer) || !this.#api.stop) return
    try {
      this.#update(await this.#api.stop<T>(answer.query_id))
    } catch (error) {
      // One that is gone computes nothing.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }

  #update(answer: QueryAnswer<T>): void {
    if (!this.#ended.signal.aborted) this.#apply(answer)
  }

  #apply(answer: QueryAnswer<T>): void {
    const running = isRunning(answer)
    const before = this.state.get().elapsedMs
    const elapsedMs = running ? undefined : (before ?? this.#clock.now() - this.#startedAt)
    this.state.set({ answer, error: undefined, elapsedMs })
    if (running || this.#follow) {
      this.#watch(answer.query_id)
      this.#pollLater(answer.query_id, running ? runningPollMs : finishedPollMs)
    } else {
      this.#cancelTimer()
      this.#unwatch?.()
      this.#unwatch = undefined
    }
  }

  #watch(id: string): void {
    this.#unwatch ??= this.#connection.watchQuery(id, {
      // Updates have the shape of GET for this query.
      update: data => this.#update(data as QueryAnswer<T>),
      lost: () => {
        this.#unwatch = undefined
        this.#api.lost(id)
        this.#recreate(undefined)
      },
    })
  }

  #pollLater(id: string, delay: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#clock.after(delay, () => {
      if (this.#connection.state.get() === 'open') this.#pollLater(id, delay)
      else this.#read(id, delay)
    })
  }

  async #read(id: string, delay: number): Promise<void> {
    try {
      this.#update(await this.#api.read<T>(id, this.#ended.signal))
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        this.#api.lost(id)
        this.#recreate(undefined)
      } else if (!this.#ended.signal.aborted) {
        this.state.set({ ...this.state.get(), error })
        this.#pollLater(id, Math.min(maxRetryMs, delay * 2))
      }
    }
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    const { status, retryAfter } = error instanceof ApiError ? error : {}
    // Many questions wait already: no answer yet, and no error for whoever asked.
    const isQuiet = status === 429 && this.#retries < maxQuietRetries && !this.#isStopped
    if (!isQuiet) this.state.set({ ...this.state.get(), error })
    // Retries when the service is unreachable or overloaded, not when it refuses the request.
    const isPassing = status === 0 || status === 429 || (status ?? 0) >= 500
    if (isQuiet || (this.#follow && isPassing)) this.#recreate(retryAfter)
  }

  #recreate(seconds: number | undefined): void {
    if (this.#ended.signal.aborted) return
    this.#cancelTimer()
    this.#unwatch?.()
    this.#unwatch = undefined
    const delay = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(this.#retries, 10))
    this.#retries += 1
    this.#cancelTimer = this.#clock.after(Math.max(delay, (seconds ?? 0) * 1000), () => void this.start())
  }
}
