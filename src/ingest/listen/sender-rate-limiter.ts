/** Maximum number of senders per second that are counted separately. */
const maxSenders = 10_000
/** Stands for all other senders of the second; no address is empty. */
const otherSenders = ''

/**
 * Limits the datagrams of each sender in a second. Addresses of datagrams can be forged, so memory is
 * bounded: senders past the first 10,000 of a second share the rate of one.
 */
export class SenderRateLimiter {
  readonly #rate: number
  readonly #counts = new Map<string, number>()
  #since = Number.NEGATIVE_INFINITY

  /** `rate`: datagrams a second of one sender, at least 1. */
  constructor(rate: number) {
    this.#rate = rate
  }

  /**
   * Whether one more datagram is within the rate of its sender. `now`: milliseconds of the monotonic clock.
   */
  take(address: string, now: number): boolean {
    if (now - this.#since >= 1_000) {
      this.#since = now
      this.#counts.clear()
    }
    const isCounted = this.#counts.has(address) || this.#counts.size < maxSenders
    const sender = isCounted ? address : otherSenders
    const count = this.#counts.get(sender) ?? 0
    if (count >= this.#rate) return false
    this.#counts.set(sender, count + 1)
    return true
  }
}
