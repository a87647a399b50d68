/**
 * Finds the rule or trigger that took most steps (filter/regex/step-budget.ts) of one event. The entry that
 * exceeds the limit may be cheap.
 */
export class StepShares {
  #most = 0
  #mostBy = -1
  #isBlamed = false

  /** Call it before the next event. */
  reset(): void {
    this.#most = 0
    this.#isBlamed = false
  }

  add(id: number, steps: number): void {
    if (steps <= this.#most) return
    this.#most = steps
    this.#mostBy = id
  }

  /**
   * The entry to blame when an event exceeds its steps; undefined if one was already blamed for this event.
   */
  blame(): number | undefined {
    if (this.#isBlamed || this.#mostBy === -1) return undefined
    this.#isBlamed = true
    return this.#mostBy
  }
}
