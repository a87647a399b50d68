import { compileRegex, type Regex } from '../regex/regex.ts'
import { StepBudget } from '../regex/step-budget.ts'

/** Compiles an expression that matches one character, for tests of single characters. */
export function compileSet(pattern: string, ignoreCase: boolean): Pick<Regex, 'test'> {
  // For a part of a pattern of a filter.
  const budget = new StepBudget({ program: 2_000, run: 100_000 })
  return compileRegex(pattern, ignoreCase, budget)
}
