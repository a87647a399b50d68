import { Observable } from '../state/observable.ts'
import { type Answer, type Ask, type AskedType, isRunning } from '../wire/queries.ts'
import { WireError } from '../wire/wire-error.ts'
import type { Clock } from './clock.ts'
import type { LiveConnection } from './live-connection.ts'

/** What a query needs of the service. */
export interface QueryWire {
  create<T extends AskedType>(ask: Ask<T>, signal: AbortSignal): Promise<Answer<T>>
  read<T extends AskedType>(id: string, signal: AbortSignal): Promise<Answer<T>>
  remove(id: string): void
}

export interface QueryState<T extends AskedType> {
  /** The newest that the service said; absent before its first word. */
  answer: Answer<T> | undefined
  /** Why there is no (newer) answer: a WireError mostly. */
  error: unknown
  /** Milliseconds from asking to the complete result. */
  elapsed: number | undefined
}

/** Without the websocket, a running query is asked for its state this often, a finished one that is followed less often. */
const pollRunning = 1_000
const pollFinished = 5_000
const firstRetry = 1_000
const longestRetry = 30_000

/**
 * One query of the service from its creation to its end. It is fed by the shared connection while that stands, and by
 * asking while it does not. With `follow` it stays current for ever and is made anew when the service forgot it (a
 * restart) or was not there; without, it is done with the complete result.
 */
export class LiveQuery<T extends AskedType> {
  readonly state = new Observable<QueryState<T>>({ answer: undefined, error: undefined, elapsed: undefined })
  readonly #wire: QueryWire
  readonly #connection: LiveConnection
  readonly #clock: Clock
  readonly #ask: Ask<T>
  readonly #follow: boolean
  readonly #ended = new AbortController()
  #unwatch: (() => void) | undefined
  #callOff: () => void = () => {}
  #retries = 0
  #begun = 0

  constructor(wire: QueryWire, connection: LiveConnection, clock: Clock, ask: Ask<T>, follow: boolean) {
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
  readonly take = (answer: Answer<T>): void => {
    if (!this.#ended.signal.aborted) this.#take(answer)
  }

  #take(answer: Answer<T>): void {
    const running = isRunning(answer)
    const before = this.state.get().elapsed
    const elapsed = running ? undefined : (before ?? this.#clock.now() - this.#begun)
    this.state.set({ answer, error: undefined, elapsed })
    if (running || this.#follow) {
      this.#watch(answer.query_id)
      this.#askLater(answer.query_id, running ? pollRunning : pollFinished)
    } else {
      this.#callOff()
      this.#unwatch?.()
      this.#unwatch = undefined
    }
  }

  #watch(id: string): void {
    this.#unwatch ??= this.#connection.watchQuery(id, {
      // The connection hands over what GET would answer for this very query.
      update: data => this.take(data as Answer<T>),
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
      this.take(await this.#wire.read<T>(id, this.#ended.signal))
    } catch (error) {
      if (error instanceof WireError && error.status === 404) this.#again(undefined)
      else if (!this.#ended.signal.aborted) {
        this.state.set({ ...this.state.get(), error })
        this.#askLater(id, Math.min(longestRetry, delay * 2))
      }
    }
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    this.state.set({ ...this.state.get(), error })
    // Not there, too busy or unreachable passes; a refusal of what was asked does not.
    const status = error instanceof WireError ? error.status : undefined
    if (this.#follow && (status === 0 || status === 429 || (status ?? 0) >= 500)) {
      this.#again(error instanceof WireError ? error.retryAfter : undefined)
    }
  }

  #again(seconds: number | undefined): void {
    if (this.#ended.signal.aborted) return
    this.#callOff()
    this.#unwatch?.()
    this.#unwatch = undefined
    const delay = Math.min(longestRetry, firstRetry * 2 ** Math.min(this.#retries, 10))
    this.#retries += 1
    this.#callOff = this.#clock.after(Math.max(delay, (seconds ?? 0) * 1000), () => void this.start())
  }
}
