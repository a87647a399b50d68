/**
 * Finds the rule or trigger to blame when an event exceeds its budget of regex steps
 * (filter/regex/step-budget.ts): the one that took the most. The one that happens to exceed it may be cheap.
 */
export class StepShares {
  #maxSteps = 0
  #maxStepsId = -1
  #isBlamed = false

  /** Call it before the next event. */
  reset(): void {
    this.#maxSteps = 0
    this.#maxStepsId = -1
    this.#isBlamed = false
  }

  /** Records the steps that a rule or trigger took for the current event. */
  add(id: number, steps: number): void {
    if (steps <= this.#maxSteps) return
    this.#maxSteps = steps
    this.#maxStepsId = id
  }

  /** The rule or trigger to report; undefined if one was already reported for this event. */
  blame(): number | undefined {
    if (this.#isBlamed || this.#maxStepsId === -1) return undefined
    this.#isBlamed = true
    return this.#maxStepsId
  }
}
