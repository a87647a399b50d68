/** Maximum senders that are counted separately in a second. */
const maxSenders = 10_000
/** Key of all other senders of the second; no address is empty. */
const otherSenders = ''

/**
 * Limits the datagrams per second of each sender. Since addresses of datagrams can be forged, memory is
 * limited: senders beyond the first 10,000 of a second share one rate.
 */
export class SenderRateLimiter {
  readonly #rate: number
  /** Datagrams of each sender in the current second. */
  readonly #counts = new Map<string, number>()
  /** Start of the current second, milliseconds of the monotonic clock. */
  #since = Number.NEGATIVE_INFINITY

  /** `rate`: datagrams per second of one sender, at least 1. */
  constructor(rate: number) {
    this.#rate = rate
  }

  /** Counts a datagram; returns whether the rate allows it. `now`: milliseconds, monotonic clock. */
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
