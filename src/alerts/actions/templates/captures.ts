import { compileRegex, regexFault } from '../../../filter/regex/regex.ts'
import type { RegexMatch } from '../../../filter/regex/regex-match.ts'
import { regexSteps } from '../../../filter/regex/regex-steps.ts'
import { StepBudget, StepsExceededError } from '../../../filter/regex/step-budget.ts'
import { type Template, variablesOf } from './template.ts'
import { TemplateError } from './template-error.ts'

/** Regular expressions of Match-Message lines by name, in lower case. */
export type Captures = ReadonlyMap<string, string>

export const noCaptures: Captures = new Map()

const maxCaptures = 32
const maxPatternLength = 1_000
/**
 * Maximum steps of all expressions together (filter/regex/regex-steps.ts). Each step may run for each
 * character of a message.
 */
const maxSteps = 2_000
/** Maximum characters of a message that an expression reads. */
const maxTextLength = 16_384
/** Maximum steps of all runs for one message: some 50 ms. */
const maxRunSteps = 1_000_000
/** Budget for expressions that are only checked, never run. */
const checkBudget = new StepBudget({ program: maxSteps, run: 0 })

/** Collects Match-Message lines. Throws a TemplateError for an expression that is not RE2. */
export function parseCaptures(lines: readonly (readonly [name: string, pattern: string])[]): Captures {
  const captures = new Map<string, string>()
  let steps = 0
  for (const [name, pattern] of lines) {
    const line = `Match-Message-${name}`
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
      throw new TemplateError(`${line}: a name has up to 64 letters, digits, "_" and "-".`)
    }
    if (pattern.length > maxPatternLength) {
      throw new TemplateError(`${line}: an expression has at most ${maxPatternLength} characters.`)
    }
    steps += regexSteps(pattern)
    if (steps > maxSteps) {
      throw new TemplateError(
        `${line}: expressions have at most ${maxSteps} steps together, counting each repetition.`,
      )
    }
    const fault = regexFault(pattern, false, checkBudget)
    if (fault !== undefined) throw new TemplateError(`${line}: ${fault}`)
    if (captures.has(name.toLowerCase())) throw new TemplateError(`${line} is there twice.`)
    captures.set(name.toLowerCase(), pattern)
  }
  if (captures.size > maxCaptures) {
    throw new TemplateError(`A template has at most ${maxCaptures} Match-Message lines.`)
  }
  return captures
}

/** Throws a TemplateError if a template uses a capture that no Match-Message line defines. */
export function checkCaptures(template: Template, captures: Captures): void {
  for (const variable of variablesOf(template)) {
    if (variable.kind !== 'capture') continue
    const { name, group } = variable
    const pattern = captures.get(name)
    if (pattern === undefined) {
      throw new TemplateError(
        `{{regexp:message:${name}:${group}}} needs a line "Match-Message-${name}: <expression>" in the e-mail template.`,
      )
    }
    const groups = compileRegex(pattern, false, checkBudget).groupCount
    if (group > groups) {
      throw new TemplateError(
        `{{regexp:message:${name}:${group}}}: the expression has only ${groups} groups in parentheses.`,
      )
    }
  }
}

/** The budget of all expressions for one message. */
export function captureSteps(): StepBudget {
  return new StepBudget({ program: maxSteps, run: maxRunSteps })
}

/**
 * Returns the function that reads a group of a capture in one message. Each expression runs once. Without a
 * match, and for a group that did not take part, the value is ''. An expression that needs more steps than
 * are left yields a text that says so, and the action runs nevertheless.
 */
export function captureReader(
  captures: Captures,
  message: string,
  budget: StepBudget,
): (name: string, group: number) => string {
  const text = message.slice(0, maxTextLength)
  const matches = new Map<string, RegexMatch | 'exceeded' | undefined>()
  return (name, group) => {
    if (!matches.has(name)) matches.set(name, find(captures.get(name), text, budget))
    const match = matches.get(name)
    if (match === 'exceeded') return `(Match-Message-${name} takes too many steps)`
    return match?.groups[group] ?? ''
  }
}

function find(
  pattern: string | undefined,
  text: string,
  budget: StepBudget,
): RegexMatch | 'exceeded' | undefined {
  if (pattern === undefined) return undefined
  try {
    return compileRegex(pattern, false, budget).find(text)
  } catch (error) {
    if (error instanceof StepsExceededError) return 'exceeded'
    throw error
  }
}
