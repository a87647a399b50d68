/**
 * Finds the rule or trigger that took the most steps (filter/regex/step-budget.ts) for one event: the one
 * that happens to exceed the limit may be cheap.
 */
export class StepShares {
  #maxSteps = 0
  #maxStepsId = -1
  #isBlamed = false

  /** Call it before the next event. */
  reset(): void {
    this.#maxSteps = 0
    this.#isBlamed = false
  }

  add(id: number, steps: number): void {
    if (steps <= this.#maxSteps) return
    this.#maxSteps = steps
    this.#maxStepsId = id
  }

  /** The entry to report for an event that exceeds its steps; undefined if one was already reported. */
  blame(): number | undefined {
    if (this.#isBlamed || this.#maxStepsId === -1) return undefined
    this.#isBlamed = true
    return this.#maxStepsId
  }
}
