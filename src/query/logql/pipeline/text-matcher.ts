import { regexLimits } from '../../../filter/parse/regex-condition.ts'
import { compileRegex, type Regex, regexFault } from '../../../filter/regex/regex.ts'
import type { StepBudget } from '../../../filter/regex/step-budget.ts'
import type { Matcher } from '../syntax/expression.ts'
import { LogqlError } from '../syntax/logql-error.ts'

/** The context in which the stages of a pipeline are compiled. */
export interface CompileContext {
  /** The whole expression, for the positions of errors. */
  text: string
  /** Steps of regular expressions for one line. */
  budget: StepBudget
  /** See PipelineWork.countTemplate. */
  countTemplate: (characters: number) => boolean
}

/** Compiles a stage's expression. `wrap` makes the final pattern from a valid one. Throws a LogqlError. */
export function compileStageRegex(
  expression: string,
  wrap: (expression: string) => string,
  { text, budget }: CompileContext,
  at: number,
): Regex {
  const { characters } = regexLimits.pattern
  if (expression.length > characters)
    throw new LogqlError(`expected a regular expression of at most ${characters} characters`, text, at)
  const fault = regexFault(expression, false, budget)
  if (fault !== undefined)
    throw new LogqlError(`expected a regular expression in RE2 syntax: ${fault}`, text, at)
  return compileRegex(wrap(expression), false, budget)
}

/** Compiles a test of a label's value; expressions must match the whole value. */
export function compileMatch(
  { op, value, at }: Pick<Matcher, 'op' | 'value' | 'at'>,
  context: CompileContext,
): (value: string) => boolean {
  if (op === '=') return text => text === value
  if (op === '!=') return text => text !== value
  const regex = compileStageRegex(value, expression => `^(?:${expression})$`, context, at)
  return text => regex.test(text) === (op === '=~')
}
