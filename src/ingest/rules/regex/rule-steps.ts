import { StepBudget } from '../../../filter/regex/step-budget.ts'

/**
 * See StepLimits (step-budget.ts). `program`: the longest expression has half as many characters, so only
 * expressions with repetitions or Unicode classes exceed it. `run`: a quarter of a second on a slow
 * processor.
 */
const ruleSteps = { program: 8_000, run: 4_000_000, uncounted: 16_000_000 }

/** Budget of the expressions of all rules for one event. */
export class RuleSteps extends StepBudget {
  constructor() {
    super(ruleSteps)
  }
}

/** Budget for checking whether an expression is valid and small enough: it may be compiled, but not run. */
export const checkOnlyBudget = new StepBudget({ program: ruleSteps.program, run: 0 })
