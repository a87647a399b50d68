import type { Lag } from './order.ts'

/** Longer lags count as this long, milliseconds. */
const maxMillis = 60_000

/** Many lags, with a counter for each millisecond. */
export class Lags {
  readonly #counts = new Float64Array(maxMillis + 1)
  #all = 0

  add(millis: number): void {
    const slot = Math.min(maxMillis, Math.max(0, Math.ceil(millis)))
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
    this.#all++
  }

  addAll(other: Lags): void {
    for (const [slot, count] of other.#counts.entries())
      this.#counts[slot] = (this.#counts[slot] ?? 0) + count
    this.#all += other.#all
  }

  summary(): Lag {
    return { p50: this.#quantile(0.5), p99: this.#quantile(0.99), most: this.#quantile(1) }
  }

  /** Nearest rank; NaN if empty. */
  #quantile(share: number): number {
    const rank = Math.max(1, Math.ceil(this.#all * share))
    let sum = 0
    for (const [slot, count] of this.#counts.entries()) {
      sum += count
      if (sum >= rank) return slot
    }
    return Number.NaN
  }
}
