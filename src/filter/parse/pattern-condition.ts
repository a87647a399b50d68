import type { Refuse } from '../predicate/faults.ts'
import type { Predicate } from '../predicate/predicate.ts'
import { anyOf } from '../predicate/text-condition.ts'
import type { Value } from '../predicate/values.ts'
import { regexSteps } from '../regex/regex-steps.ts'
import { patternRegex } from '../templates/pattern-text.ts'
import { type RegexBudget, regexLimits } from './regex-condition.ts'

/** The whole message has the form of any of the patterns (templates/pattern-text.ts). Case matters. */
export function patternCondition(values: readonly Value[], budget: RegexBudget, refuse: Refuse): Predicate {
  const max = regexLimits.pattern.steps
  const of: Predicate[] = []
  for (const { value, at } of values) {
    const pattern = String(value)
    // The template of a message has at most 1,000 bytes, so each one fits.
    const regex = pattern.length > max ? undefined : patternRegex(pattern)
    const steps = regex === undefined ? max + 1 : regexSteps(regex)
    if (regex === undefined || steps > max) {
      refuse(at, `expected a pattern of at most ${max} characters`)
      continue
    }
    budget.steps -= steps
    if (budget.steps < 0) {
      refuse(at, `expected at most ${regexLimits.filter.steps} characters of patterns in one filter`)
      break
    }
    of.push({ kind: 'text', field: 'message', test: { kind: 'regex', pattern: regex, fold: false } })
  }
  return anyOf(of)
}
