import type { Refuse } from './faults.ts'
import type { Predicate, TextField } from './predicate.ts'
import { regexFault } from './regex.ts'
import { anyOf } from './text-condition.ts'
import type { Value } from './values.ts'

/** Characters (UTF-16 units) of one pattern, and of all patterns of a filter together: compiling costs time. */
export const regexLimits = { pattern: 1_000, filter: 10_000 } as const

/** What is left of regexLimits.filter. */
export interface RegexBudget {
  left: number
}

/** Any of the regular expressions is found in the value. */
export function regexCondition(
  field: TextField,
  values: readonly Value[],
  ignoreCase: boolean,
  budget: RegexBudget,
  refuse: Refuse,
): Predicate {
  const of: Predicate[] = []
  for (const { value, at } of values) {
    const pattern = String(value)
    if (pattern.length > regexLimits.pattern) {
      refuse(at, `expected a regular expression of at most ${regexLimits.pattern} characters`)
      continue
    }
    budget.left -= pattern.length
    if (budget.left < 0) {
      refuse(at, `expected at most ${regexLimits.filter} characters of regular expressions in one filter`)
      break
    }
    const fault = regexFault(pattern, ignoreCase)
    if (fault === undefined) {
      of.push({ kind: 'text', field, test: { kind: 'regex', pattern, fold: ignoreCase } })
    } else refuse(at, `expected a regular expression in RE2 syntax: ${fault}`)
  }
  return anyOf(of)
}
