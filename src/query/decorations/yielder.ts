import { setImmediate } from 'node:timers/promises'

const maxBlockingMs = 10

/** Yields the thread to other work during long work. */
export class Yielder {
  readonly #signal: AbortSignal
  #since = performance.now()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Call it between short steps. Rejects with the signal's reason once the signal has fired. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since < maxBlockingMs) return
    await setImmediate()
    this.#signal.throwIfAborted()
    this.#since = performance.now()
  }
}
