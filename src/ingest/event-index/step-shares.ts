/** Finds out which rule or trigger took most steps (filter/step-budget.ts) of one event, since the one that exceeds them may be cheap. */
export class StepShares {
  #most = 0
  #mostBy = -1
  #isBlamed = false

  /** For the next event. */
  reset(): void {
    this.#most = 0
    this.#isBlamed = false
  }

  add(id: number, steps: number): void {
    if (steps <= this.#most) return
    this.#most = steps
    this.#mostBy = id
  }

  /** The one to blame when the steps of an event are exceeded; undefined when one was blamed for this event. */
  blame(): number | undefined {
    if (this.#isBlamed || this.#mostBy === -1) return undefined
    this.#isBlamed = true
    return this.#mostBy
  }
}
