import { setTimeout as wait } from 'node:timers/promises'

/** Lets a number of events pass each second; a second's worth may pass at once. */
export class RateLimit {
  readonly #perSecond: number
  readonly #now: () => number
  #tokens: number
  #at: number

  /** `now`: milliseconds of a monotonic clock. */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond
    this.#now = now
    this.#tokens = perSecond
    this.#at = now()
  }

  /** How many of `wanted` events may pass now; they count as passed. */
  take(wanted: number): number {
    const now = this.#now()
    this.#tokens = Math.min(this.#perSecond, this.#tokens + ((now - this.#at) / 1_000) * this.#perSecond)
    this.#at = now
    const taken = Math.min(wanted, Math.floor(this.#tokens))
    this.#tokens -= taken
    return taken
  }

  /** Waits until at least one event may pass. */
  async wait(signal: AbortSignal): Promise<void> {
    const missing = Math.max(0, 1 - this.#tokens)
    await wait(Math.min(1_000, Math.max(20, (missing / this.#perSecond) * 1_000)), undefined, { signal })
  }
}
