import { StepBudget } from '../../../filter/step-budget.ts'

/** Of one expression of a rule with its repetitions written out: twice what the longest one has without any. */
const maxProgramSteps = 8_000
/** Of all expressions of all rules for one event: about a quarter of a second on a slow processor. */
const maxRunSteps = 4_000_000
/** The same for runs in JavaScript, which counts no steps: what they take at most. Then further runs are counted. */
const maxFastSteps = 16_000_000

/** Steps of the expressions of rules for one event. */
export class RuleSteps extends StepBudget {
  #fast = maxFastSteps

  constructor() {
    super({ program: maxProgramSteps, run: maxRunSteps })
  }

  /** Whether a run of at most so many steps needs not be counted. */
  reserve(maxSteps: number): boolean {
    if (maxSteps > this.#fast) return false
    this.#fast -= maxSteps
    return true
  }

  override renew(): void {
    super.renew()
    this.#fast = maxFastSteps
  }
}

/** For expressions that are only checked. */
export const unrunSteps = new StepBudget({ program: maxProgramSteps, run: 0 })
