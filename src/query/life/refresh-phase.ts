/** How much of a longer duration the usual one takes over; a shorter one it takes over at once. */
const learning = 1 / 8

/**
 * Keeps what is computed again and again ending in step: those who watch are told once a second, so after one that took long by
 * chance the next begins as much later as it is likely to be quicker. It would be held back anyway, and so it knows of what came meanwhile.
 */
export class RefreshPhase {
  #usual: number | undefined
  #step = 0

  /** It began and ended at these moments, Unix milliseconds. */
  add(startedAt: number, endedAt: number): void {
    const duration = endedAt - startedAt
    const usual = Math.min(duration, this.#usual ?? duration)
    this.#step = endedAt - usual
    this.#usual = usual + learning * (duration - usual)
  }

  /** The moment from which the next beginning is reckoned: the last one's, or later. */
  get start(): number {
    return this.#step
  }
}
