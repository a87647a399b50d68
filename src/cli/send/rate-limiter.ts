import { setTimeout } from 'node:timers/promises'

const tickMs = 2

export interface RateOptions {
  /** Events a second over all lanes; 0 = as many as are taken. */
  rate: number
  /** At most so many events; Infinity when nothing but the end of the supply or the signal ends it. */
  count: number
  /** And for so long, from the first question on; Infinity likewise. */
  seconds: number
  signal: AbortSignal
}

/** Says when how many events may be sent, to all lanes together. */
export class RateLimiter {
  readonly #options: RateOptions
  #begun = 0
  #given = 0

  constructor(options: RateOptions) {
    this.#options = options
  }

  /** How many events may be sent now, at most `most`; waits for the rate. 0: it is over. They count as sent. */
  async take(max: number): Promise<number> {
    const { rate, count, seconds, signal } = this.#options
    if (this.#begun === 0) this.#begun = performance.now()
    for (;;) {
      const past = (performance.now() - this.#begun) / 1_000
      const left = count - this.#given
      if (signal.aborted || past >= seconds || left <= 0) return 0
      const owed = rate === 0 ? max : Math.floor(past * rate) - this.#given
      if (owed > 0) {
        const events = Math.min(owed, max, left)
        this.#given += events
        return events
      }
      await setTimeout(tickMs)
    }
  }

  /** So many of those that were due are not sent. */
  giveBack(events: number): void {
    this.#given -= events
  }
}

/** Waits for a moment of performance.now(), or for the signal. */
export async function sleepUntil(due: number, signal: AbortSignal): Promise<void> {
  for (let left = due - performance.now(); left > 0 && !signal.aborted; left = due - performance.now()) {
    await setTimeout(Math.min(left, 60_000), undefined, { signal }).catch(() => {})
  }
}
