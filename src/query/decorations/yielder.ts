import { setImmediate } from 'node:timers/promises'

/** Milliseconds that work may keep everybody else waiting. */
const maxBlockingMs = 10

/** Lets others have the thread in the middle of long work. */
export class Yielder {
  readonly #signal: AbortSignal
  #since = performance.now()

  /** The signal ends the work. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Call it between small pieces of work. Rejects with the signal's reason once that has fired. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since < maxBlockingMs) return
    await setImmediate()
    this.#signal.throwIfAborted()
    this.#since = performance.now()
  }
}
