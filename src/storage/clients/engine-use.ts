import { setTimeout } from 'node:timers/promises'
import type { SqlClient } from './sql-client.ts'

/** Reports when the engine is idle. */
export class EngineUse {
  /** The client, wrapped to record its statements. */
  readonly client: SqlClient
  readonly #clock: () => number
  readonly #listeners = new Set<() => void>()
  readonly #idleListeners = new Set<() => void>()
  #running = 0
  #endedAt = Number.NEGATIVE_INFINITY

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(client: SqlClient, clock: () => number = () => performance.now()) {
    this.#clock = clock
    const noticed = async <T>(ask: () => Promise<T>): Promise<T> => {
      this.#begin()
      try {
        return await ask()
      } finally {
        this.#end()
      }
    }
    const begin = () => this.#begin()
    const end = () => this.#end()
    this.client = {
      ...client,
      select: (sql, read) => noticed(() => client.select(sql, read)),
      bytes: (sql, read, ...more) => noticed(() => client.bytes(sql, read, ...more)),
      limited: (...statement) => noticed(() => client.limited(...statement)),
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
    const until = this.#clock() + maxMs
    for (let left = quietMs; left > 0; left = Math.min(quietMs - this.quietMs, until - this.#clock()))
      await setTimeout(left, undefined, { ref: false })
  }

  /** Calls the listener when a statement starts. Returns the unsubscribe function. */
  onAsk(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener when the last running statement has ended. Returns the unsubscribe function. */
  onIdle(listener: () => void): () => void {
    this.#idleListeners.add(listener)
    return () => this.#idleListeners.delete(listener)
  }

  #begin(): void {
    this.#running++
    for (const listener of this.#listeners) listener()
  }

  #end(): void {
    this.#running--
    this.#endedAt = this.#clock()
    if (this.isIdle) for (const listener of this.#idleListeners) listener()
  }
}
