import type { ConnectionSupply, EventBatch } from './supply.ts'

const tickMs = 2

export interface RateOptions {
  /** Events per second over all connections; 0 = no limit. */
  rate: number
  /** Maximum number of events; Infinity for no limit. */
  count: number
  /** Maximum duration from the first `take` on; Infinity for no limit. */
  seconds: number
  signal: AbortSignal
}

/** Limits the events per second of all connections together. */
export class RateLimiter {
  readonly #options: RateOptions
  #startedAt = 0
  #taken = 0

  constructor(options: RateOptions) {
    this.#options = options
  }

  /**
   * Takes at most `max` events; waits until the rate allows at least one. Returns 0 when the limits are
   * reached or the signal is aborted.
   */
  async take(max: number): Promise<number> {
    const { rate, count, seconds, signal } = this.#options
    if (this.#startedAt === 0) this.#startedAt = performance.now()
    for (;;) {
      const elapsedSeconds = (performance.now() - this.#startedAt) / 1_000
      const left = count - this.#taken
      if (signal.aborted || elapsedSeconds >= seconds || left <= 0) return 0
      const allowed = rate === 0 ? max : Math.floor(elapsedSeconds * rate) - this.#taken
      if (allowed > 0) {
        const events = Math.min(allowed, max, left)
        this.#taken += events
        return events
      }
      await pause(tickMs, signal)
    }
  }

  /** Puts back events that were taken but not sent, so that `take` grants them again. */
  giveBack(events: number): void {
    this.#taken -= events
  }
}

/**
 * The batches of one connection, as fast as the limiter allows, until the limits are reached or no events are
 * left.
 */
export async function* limitedBatches(
  source: ConnectionSupply,
  limiter: RateLimiter,
  max: number,
): AsyncGenerator<EventBatch> {
  for (let granted = await limiter.take(max); granted > 0; granted = await limiter.take(max)) {
    const batch = await source.next(granted)
    limiter.giveBack(granted - (batch?.events ?? 0))
    if (batch === undefined) return
    yield batch
  }
}

/** Waits until a time of performance.now(), or until the signal aborts. */
export async function sleepUntil(due: number, signal: AbortSignal): Promise<void> {
  for (let left = due - performance.now(); left > 0 && !signal.aborted; left = due - performance.now()) {
    await pause(Math.min(left, 60_000), signal)
  }
}

/** Uses the global timers, not `node:timers/promises`: tests replace them. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
