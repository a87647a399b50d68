import type { Refuse } from '../predicate/faults.ts'
import type { Predicate, TextField } from '../predicate/predicate.ts'
import { anyOf } from '../predicate/text-condition.ts'
import type { Value } from '../predicate/values.ts'
import { regexFault } from '../regex/regex.ts'
import { regexSteps } from '../regex/regex-steps.ts'
import { StepBudget } from '../regex/step-budget.ts'

/**
 * Limits of one pattern, and of all patterns of a filter together, in UTF-16 units and steps
 * (regex-steps.ts). They limit the time of compiling and matching.
 */
export const regexLimits = {
  pattern: { characters: 1_000, steps: 2_000 },
  filter: { characters: 10_000, steps: 12_000 },
} as const

/** Budget for checking expressions, which are compiled but never run. */
const compileBudget = new StepBudget({ program: regexLimits.pattern.steps, run: 0 })

/** The part of regexLimits.filter that is left for further patterns. */
export interface RegexBudget {
  characters: number
  steps: number
}

/** The value matches any of these regular expressions. */
export function regexCondition(
  field: TextField,
  values: readonly Value[],
  ignoreCase: boolean,
  budget: RegexBudget,
  refuse: Refuse,
): Predicate {
  const max = regexLimits.pattern
  const tests: Predicate[] = []
  for (const { value, at } of values) {
    const pattern = String(value)
    if (pattern.length > max.characters) {
      refuse(at, `expected a regular expression of at most ${max.characters} characters`)
      continue
    }
    // Checked before compiling, whose time is proportional to the steps.
    const steps = regexSteps(pattern)
    if (steps > max.steps) {
      refuse(
        at,
        `expected a regular expression of at most ${max.steps} steps with its repetitions written out`,
      )
      continue
    }
    budget.characters -= pattern.length
    budget.steps -= steps
    if (budget.characters < 0 || budget.steps < 0) {
      const { characters, steps } = regexLimits.filter
      const limit = budget.characters < 0 ? `${characters} characters` : `${steps} steps`
      refuse(at, `expected at most ${limit} of regular expressions in one filter`)
      break
    }
    const fault = regexFault(pattern, ignoreCase, compileBudget)
    if (fault === undefined) {
      tests.push({ kind: 'text', field, test: { kind: 'regex', pattern, fold: ignoreCase } })
    } else refuse(at, `expected a regular expression in RE2 syntax: ${fault}`)
  }
  return anyOf(tests)
}
