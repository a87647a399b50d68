import { setTimeout } from 'node:timers/promises'
import type { SqlClient } from './sql-client.ts'

/** Counts the statements that run in the engine, to know when it is idle. */
export class EngineUse {
  /** The client, wrapped so that its statements are counted. */
  readonly client: SqlClient
  readonly #clock: () => number
  readonly #startListeners = new Set<() => void>()
  readonly #idleListeners = new Set<() => void>()
  #running = 0
  #endedAt = Number.NEGATIVE_INFINITY

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(client: SqlClient, clock: () => number = () => performance.now()) {
    this.#clock = clock
    const counted = async <T>(run: () => Promise<T>): Promise<T> => {
      this.#begin()
      try {
        return await run()
      } finally {
        this.#end()
      }
    }
    const begin = () => this.#begin()
    const end = () => this.#end()
    this.client = {
      ...client,
      select: (sql, read) => counted(() => client.select(sql, read)),
      bytes: (sql, read, ...more) => counted(() => client.bytes(sql, read, ...more)),
      limited: (...statement) => counted(() => client.limited(...statement)),
      async *chunks(sql, read, rows) {
        begin()
        try {
          yield* client.chunks(sql, read, rows)
        } finally {
          end()
        }
      },
      get ready() {
        return client.ready
      },
    }
  }

  /** Whether no statement runs. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Milliseconds since the last statement ended; 0 while a statement runs. */
  get quietMs(): number {
    return this.#running > 0 ? 0 : this.#clock() - this.#endedAt
  }

  /** Waits until no statement has run for `quietMs`, but at most `maxMs`. */
  async untilQuiet(quietMs: number, maxMs: number): Promise<void> {
    const endsAt = this.#clock() + maxMs
    let left = quietMs
    while (left > 0) {
      await setTimeout(left, undefined, { ref: false })
      left = Math.min(quietMs - this.quietMs, endsAt - this.#clock())
    }
  }

  /** Calls the listener when a statement starts. Returns the unsubscribe function. */
  onStart(listener: () => void): () => void {
    this.#startListeners.add(listener)
    return () => this.#startListeners.delete(listener)
  }

  /** Calls the listener when the last running statement has ended. Returns the unsubscribe function. */
  onIdle(listener: () => void): () => void {
    this.#idleListeners.add(listener)
    return () => this.#idleListeners.delete(listener)
  }

  #begin(): void {
    this.#running++
    for (const listener of this.#startListeners) listener()
  }

  #end(): void {
    this.#running--
    this.#endedAt = this.#clock()
    if (this.isIdle) for (const listener of this.#idleListeners) listener()
  }
}
