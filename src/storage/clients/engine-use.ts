import { setTimeout } from 'node:timers/promises'
import type { SqlClient } from './sql-client.ts'

/**
 * Counts the reads of its client that run in the engine (not inserts, commands and statements on one shard),
 * to know when no user waits for the engine. Then tiles of counts and the newest rows are read into memory.
 */
export class EngineUse {
  /** The client, wrapped so that its reads are counted. */
  readonly client: SqlClient
  readonly #clock: () => number
  readonly #startListeners = new Set<() => void>()
  readonly #idleListeners = new Set<() => void>()
  /** Number of running reads. */
  #running = 0
  /** When a read last ended, by the clock. */
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
    // In the generator below, `this` is the wrapped client.
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
      // The spread has read it only once.
      get ready() {
        return client.ready
      },
    }
  }

  /** Whether no read runs. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Milliseconds since the last read ended; 0 while a read runs. */
  get quietMs(): number {
    return this.#running > 0 ? 0 : this.#clock() - this.#endedAt
  }

  /**
   * Waits until no read has run for `wantedMs`, but at most `maxMs`. Waits `wantedMs` at least once, even if
   * the engine has long been quiet: the caller may be answering a user whose read begins only now.
   */
  async untilQuiet(wantedMs: number, maxMs: number): Promise<void> {
    const endsAt = this.#clock() + maxMs
    let left = Math.min(wantedMs, maxMs)
    while (left > 0) {
      await setTimeout(left, undefined, { ref: false })
      left = Math.min(wantedMs - this.quietMs, endsAt - this.#clock())
    }
  }

  /** Calls the listener when a read starts. Returns the unsubscribe function. */
  onStart(listener: () => void): () => void {
    this.#startListeners.add(listener)
    return () => this.#startListeners.delete(listener)
  }

  /** Calls the listener when the last running read has ended. Returns the unsubscribe function. */
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
