import { LRUCache } from 'lru-cache'
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'
import { widthAt } from '../words/wildcard.ts'
import { LinearMatcher } from './linear-matcher.ts'
import type { RegexMatch } from './regex-match.ts'
import { type RegexProgram, readProgram } from './regex-program.ts'
import { regexSteps } from './regex-steps.ts'
import type { StepBudget } from './step-budget.ts'

/** Cached: the same filter is compiled several times, and the longest patterns take milliseconds. */
const programs = new LRUCache<string, RegexProgram>({ max: 64 })

/** Maximum steps that the library's own matcher takes for one instruction at one position of the text. */
const uncountedSteps = 8

/** The expression has more steps than its budget allows. */
class RegexTooLargeError extends Error {}

/**
 * A compiled regular expression, which takes linear time for any pattern. Each run spends steps of a budget;
 * throws StepsExceededError when none are left.
 */
export class Regex {
  readonly #program: RegexProgram
  readonly #budget: StepBudget

  constructor(program: RegexProgram, budget: StepBudget) {
    this.#program = program
    this.#budget = budget
  }

  /** Number of captures in parentheses. */
  get groupCount(): number {
    return this.#program.groups
  }

  /** Number of instructions. */
  get size(): number {
    return this.#program.inst.length
  }

  /** Whether it matches anywhere in the text. Runs the library's faster matcher if the budget allows it. */
  test(text: string): boolean {
    const program = this.#program
    return this.#budget.reserve(uncountedSteps * program.inst.length * (text.length + 1))
      ? program.testUncounted(text)
      : new LinearMatcher(program, text, 0, this.#budget, 'first').test()
  }

  /** The first match at or after `from`. */
  find(text: string, from = 0): RegexMatch | undefined {
    return new LinearMatcher(this.#program, text, from, this.#budget, 'first').next(from)
  }

  /**
   * All matches at or after `from`, from left to right, at most one empty match per position, in linear time
   * for all of them.
   */
  *findAll(text: string, from = 0): Generator<RegexMatch, void> {
    const matcher = new LinearMatcher(this.#program, text, from, this.#budget, 'all')
    for (let at = from; at <= text.length; ) {
      const match = matcher.next(at)
      if (match === undefined) return
      yield match
      // Skips a whole surrogate pair.
      at = match.end + (match.start === match.end ? widthAt(text, match.end) : 0)
    }
  }
}

/**
 * Compiles a user's regular expression: RE2 syntax, found anywhere in the value, `.` also matches line
 * breaks. ClickHouse does the same, so that both find the same events. Throws RegexTooLargeError and the
 * library's errors: see regexFault. All other code must use this instead of the library, whose matching
 * counts no steps.
 */
export function compileRegex(pattern: string, ignoreCase: boolean, budget: StepBudget): Regex {
  const key = `${ignoreCase ? 'i' : ''} ${pattern}`
  // Before compiling, which takes time proportional to the steps. Also for cached programs: budgets differ.
  if (regexSteps(pattern) > budget.limits.program)
    throw new RegexTooLargeError(
      `expected at most ${budget.limits.program} steps with its repetitions written out`,
    )
  let program = programs.get(key)
  if (program === undefined) {
    program = readProgram(
      RE2JS.compile(pattern, ignoreCase ? RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE : RE2JS.DOTALL),
    )
    programs.set(key, program)
  }
  return new Regex(program, budget)
}

/** Why a pattern is invalid: RE2's error, or its size; undefined for a valid one. */
export function regexFault(pattern: string, ignoreCase: boolean, budget: StepBudget): string | undefined {
  try {
    compileRegex(pattern, ignoreCase, budget)
    return undefined
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return describe(error)
    if (error instanceof RE2JSException || error instanceof RegexTooLargeError) return error.message
    throw error
  }
}

/** RE2's message. Removes the flags, such as `(?i)`, that the library puts before the pattern. */
function describe(error: RE2JSSyntaxException): string {
  const part = error.getPattern()?.replace(/^(\(\?[is]\))+/, '')
  return part ? `${error.getDescription()}: ${part}` : error.getDescription()
}
