import { LRUCache } from 'lru-cache'
import type { Clock } from '../database/clock.ts'
import type { Caller } from '../identity/identity.ts'

/** A change by another process is unnoticed for at most this time. */
const maxAgeMicros = 2_000_000
const maxCallers = 10_000

/** Caches authenticated callers by the hash of their credential. Refusals are not cached. */
export class CallerCache {
  readonly #clock: Clock
  readonly #callers = new LRUCache<string, { caller: Caller; until: number }>({ max: maxCallers })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get(hash: string): Caller | undefined {
    const cached = this.#callers.get(hash)
    if (cached === undefined) return undefined
    const now = this.#clock()
    // A clock that was set back must not lengthen the age.
    if (now < cached.until && cached.until <= now + maxAgeMicros) return cached.caller
    this.#callers.delete(hash)
    return undefined
  }

  /** Keeps the caller for two seconds, and never past `expiresAt` (microseconds, null = never). */
  set(hash: string, caller: Caller, expiresAt: number | null): void {
    this.#callers.set(hash, { caller, until: Math.min(this.#clock() + maxAgeMicros, expiresAt ?? Infinity) })
  }

  clear(): void {
    this.#callers.clear()
  }
}
