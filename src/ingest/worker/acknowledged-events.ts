/**
 * Knows whether the store has the acknowledged events. Only HTTP requests are acknowledged, not events from
 * listeners, so a steady stream of syslog makes no query wait.
 */
export class AcknowledgedEvents {
  readonly #deliver: () => Promise<void>
  /** Acknowledgements so far, and how many of them the store is known to have. */
  #acknowledged = 0
  #searchable = 0
  #delivery: { upTo: number; over: Promise<void> } | undefined

  /** `deliver` resolves when the store has all that was committed before the call. */
  constructor(deliver: () => Promise<void>) {
    this.#deliver = deliver
  }

  add(): void {
    this.#acknowledged++
  }

  /**
   * Resolves once the store has all that was acknowledged before the call; undefined when it has. Callers
   * share deliveries.
   */
  whenSearchable(): Promise<void> | undefined {
    const upTo = this.#acknowledged
    if (this.#searchable >= upTo) return undefined
    if (this.#delivery === undefined || this.#delivery.upTo < upTo) {
      const over = this.#deliver().then(
        () => {
          this.#searchable = Math.max(this.#searchable, upTo)
        },
        error => {
          this.#delivery = undefined
          throw error
        },
      )
      this.#delivery = { upTo: upTo, over }
    }
    return this.#delivery.over
  }
}
