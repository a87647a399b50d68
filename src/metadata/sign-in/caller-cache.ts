import type { Caller } from '../identity.ts'
import type { Clock } from '../tables.ts'

/** Microseconds: how long a change by another process may go unnoticed. */
const maxAgeMicros = 2_000_000
const maxCallers = 10_000

/** Callers proven a moment ago, by the hash of what proved them; nobody who was refused. */
export class CallerCache {
  readonly #clock: Clock
  readonly #callers = new Map<string, { caller: Caller; until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get(hash: string): Caller | undefined {
    const known = this.#callers.get(hash)
    if (known === undefined) return undefined
    const now = this.#clock()
    // A clock that was set back must not lengthen the memory.
    if (now < known.until && known.until <= now + maxAgeMicros) return known.caller
    this.#callers.delete(hash)
    return undefined
  }

  /** Remembers for two seconds, and never past `expiresAt` (microseconds, null = never). */
  set(hash: string, caller: Caller, expiresAt: number | null): void {
    if (this.#callers.size >= maxCallers) this.#callers.clear()
    this.#callers.set(hash, { caller, until: Math.min(this.#clock() + maxAgeMicros, expiresAt ?? Infinity) })
  }

  clear(): void {
    this.#callers.clear()
  }
}
