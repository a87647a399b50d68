import { ApiError } from '../api/api-error.ts'
import { isRunning, type PageQueryType, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import { Observable } from '../state/observable.ts'
import type { Clock } from './clock.ts'
import type { LiveConnection } from './live-connection.ts'

/** What a query needs of the service. */
export interface QueryApi {
  create<T extends PageQueryType>(ask: QueryRequest<T>, signal: AbortSignal): Promise<QueryAnswer<T>>
  read<T extends PageQueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>>
  remove(id: string): void
}

export interface QueryState<T extends PageQueryType> {
  /** The newest that the service said; absent before its first word. */
  answer: QueryAnswer<T> | undefined
  /** Why there is no (newer) answer: a ApiError mostly. */
  error: unknown
  /** Milliseconds from asking to the complete result. */
  elapsedMs: number | undefined
}

/** Without the websocket, a running query is asked for its state this often, a finished one that is followed less often. */
const runningPollMs = 1_000
const finishedPollMs = 5_000
const minRetryMs = 1_000
const maxRetryMs = 30_000

/**
 * One query of the service from its creation to its end. It is fed by the shared connection while that stands, and by
 * asking while it does not. With `follow` it stays current for ever and is made anew when the service forgot it (a
 * restart) or was not there; without, it is done with the complete result.
 */
export class LiveQuery<T extends PageQueryType> {
  readonly state = new Observable<QueryState<T>>({
    answer: undefined,
    error: undefined,
    elapsedMs: undefined,
  })
  readonly #wire: QueryApi
  readonly #connection: LiveConnection
  readonly #clock: Clock
  readonly #ask: QueryRequest<T>
  readonly #follow: boolean
  readonly #ended = new AbortController()
  #unwatch: (() => void) | undefined
  #callOff: () => void = () => {}
  #retries = 0
  #begun = 0

  constructor(
    wire: QueryApi,
    connection: LiveConnection,
    clock: Clock,
    ask: QueryRequest<T>,
    follow: boolean,
  ) {
    this.#wire = wire
    this.#connection = connection
    this.#clock = clock
    this.#ask = ask
    this.#follow = follow
  }

  /** Asks, once. */
  async start(): Promise<void> {
    this.#begun = this.#clock.now()
    try {
      const answer = await this.#wire.create(this.#ask, this.#ended.signal)
      if (this.#ended.signal.aborted) return this.#wire.remove(answer.query_id)
      this.#retries = 0
      this.#take(answer)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Ends it here and tells the service that nobody needs it any more. */
  close(): void {
    this.#ended.abort()
    this.#callOff()
    this.#unwatch?.()
    const id = this.state.get().answer?.query_id
    if (id !== undefined) this.#wire.remove(id)
  }

  /** Takes a state of the query that somebody else received (the answer to a stop). */
  readonly setAnswer = (answer: QueryAnswer<T>): void => {
    if (!this.#ended.signal.aborted) this.#take(answer)
  }

  #take(answer: QueryAnswer<T>): void {
    const running = isRunning(answer)
    const before = this.state.get().elapsedMs
    const elapsedMs = running ? undefined : (before ?? this.#clock.now() - this.#begun)
    this.state.set({ answer, error: undefined, elapsedMs })
    if (running || this.#follow) {
      this.#watch(answer.query_id)
      this.#askLater(answer.query_id, running ? runningPollMs : finishedPollMs)
    } else {
      this.#callOff()
      this.#unwatch?.()
      this.#unwatch = undefined
    }
  }

  #watch(id: string): void {
    this.#unwatch ??= this.#connection.watchQuery(id, {
      // The connection hands over what GET would answer for this very query.
      update: data => this.setAnswer(data as QueryAnswer<T>),
      lost: () => {
        this.#unwatch = undefined
        this.#again(undefined)
      },
    })
  }

  #askLater(id: string, delay: number): void {
    this.#callOff()
    this.#callOff = this.#clock.after(delay, () => {
      if (this.#connection.state.get() === 'open') this.#askLater(id, delay)
      else this.#read(id, delay)
    })
  }

  async #read(id: string, delay: number): Promise<void> {
    try {
      this.setAnswer(await this.#wire.read<T>(id, this.#ended.signal))
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#again(undefined)
      else if (!this.#ended.signal.aborted) {
        this.state.set({ ...this.state.get(), error })
        this.#askLater(id, Math.min(maxRetryMs, delay * 2))
      }
    }
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    this.state.set({ ...this.state.get(), error })
    // Not there, too busy or unreachable passes; a refusal of what was asked does not.
    const status = error instanceof ApiError ? error.status : undefined
    if (this.#follow && (status === 0 || status === 429 || (status ?? 0) >= 500)) {
      this.#again(error instanceof ApiError ? error.retryAfter : undefined)
    }
  }

  #again(seconds: number | undefined): void {
    if (this.#ended.signal.aborted) return
    this.#callOff()
    this.#unwatch?.()
    this.#unwatch = undefined
    const delay = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(this.#retries, 10))
    this.#retries += 1
    this.#callOff = this.#clock.after(Math.max(delay, (seconds ?? 0) * 1000), () => void this.start())
  }
}
