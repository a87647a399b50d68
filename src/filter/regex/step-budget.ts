/** Limits of regular expressions, in steps: see StepBudget and regex-steps.ts. */
export interface StepLimits {
  /**
   * Steps of one expression with its repetitions written out: compiling takes proportional time, some
   * microseconds a step.
   */
  program: number
  /**
   * Steps of all runs until `renew`: visits of an instruction at a position of the text, 20 to 100
   * nanoseconds each.
   */
  run: number
  /**
   * Maximum steps, until `renew`, of runs by faster matchers that do not count them (V8's RegExp, and the
   * library's own): each run takes the most steps that it may need. All further runs are counted. Default: 0.
   */
  uncounted?: number
}

/** Regular expressions, or other `tests` such as wildcards, took more steps than their budget allows. */
export class StepsExceededError extends Error {
  constructor(max: number, tests: string) {
    super(`its ${tests} take more than ${max} steps`)
  }
}

/** Characters that wildcards and phrases compare in the time of one step. */
const charactersPerStep = 8

/** Steps that regular expressions may take together, for example for one event or one request. */
export class StepBudget {
  readonly limits: StepLimits
  #left: number
  #uncounted: number

  constructor(limits: StepLimits) {
    this.limits = limits
    this.#left = limits.run
    this.#uncounted = limits.uncounted ?? 0
  }

  get left(): number {
    return this.#left
  }

  /** Takes steps from the budget. Throws StepsExceededError if fewer are left, and leaves none. */
  spend(steps: number, tests?: string): void {
    this.#left -= steps
    if (this.#left >= 0) return
    this.#left = 0
    throw this.exceeded(tests)
  }

  /** Takes the steps for characters that a wildcard or phrase compares again. Throws like `spend`. */
  spendRepeated(characters: number): void {
    this.spend(characters / charactersPerStep, 'wildcards and phrases')
  }

  /** The error to throw when no steps are left. */
  exceeded(tests = 'regular expressions'): StepsExceededError {
    return new StepsExceededError(this.limits.run, tests)
  }

  /** Whether a run of at most `maxSteps` steps may skip counting. If so, takes them from `uncounted`. */
  reserve(maxSteps: number): boolean {
    if (maxSteps > this.#uncounted) return false
    this.#uncounted -= maxSteps
    return true
  }

  /** Resets the budget for the next event or request. */
  renew(): void {
    this.#left = this.limits.run
    this.#uncounted = this.limits.uncounted ?? 0
  }
}

/** Returns what `run` returns, or `otherwise` if it exceeds its budget. */
export function withinSteps<Result, Otherwise>(run: () => Result, otherwise: Otherwise): Result | Otherwise {
  try {
    return run()
  } catch (error) {
    if (error instanceof StepsExceededError) return otherwise
    throw error
  }
}
