import { setImmediate } from 'node:timers/promises'

/** Milliseconds that work may keep everybody else waiting. */
const turn = 10

/** Lets others have the thread in the middle of long work. */
export class Breather {
  readonly #signal: AbortSignal
  #since = performance.now()

  /** The signal ends the work. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Call it between small pieces of work. Rejects with the signal's reason once that has fired. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#since < turn) return
    await setImmediate()
    this.#signal.throwIfAborted()
    this.#since = performance.now()
  }
}
