import { regexLimits } from '../../filter/parse/regex-condition.ts'
import { compileRegex, regexFault } from '../../filter/regex/regex.ts'
import type { RegexMatch } from '../../filter/regex/regex-match.ts'
import { StepBudget, StepsExceededError } from '../../filter/regex/step-budget.ts'
import { isLabelName } from './pipeline/label-names.ts'
import { type Series, seriesWith } from './series.ts'
import type { LabelReplaceExpression } from './syntax/expression.ts'
import { LogqlError } from './syntax/logql-error.ts'

const { characters: maxCharacters, steps: maxProgramSteps } = regexLimits.pattern
/** Maximum regular expression steps on the values of all series: a fifth of a second. */
const maxSteps = 2_000_000

/**
 * Evaluates label_replace: sets a label of each series, or removes it if the value is empty. As in Loki, the
 * expression must match the whole source value. `text`: the whole expression, for the positions of errors.
 * Throws a LogqlError.
 */
export function replaceLabels(
  { target, replacement, source, pattern, at }: LabelReplaceExpression,
  series: readonly Series[],
  text: string,
): Series[] {
  if (!isLabelName(target))
    throw new LogqlError(`invalid destination label name in label_replace(): ${target}`, text, at)
  if (pattern.length > maxCharacters)
    throw new LogqlError(`expected a regular expression of at most ${maxCharacters} characters`, text, at)
  const budget = new StepBudget({ program: maxProgramSteps, run: maxSteps })
  const fault = regexFault(pattern, false, budget)
  if (fault !== undefined)
    throw new LogqlError(`expected a regular expression in RE2 syntax: ${fault}`, text, at)
  const regex = compileRegex(`^(?-s:${pattern})$`, false, budget)
  const parts = partsOf(replacement, text, at)
  const keys = new Set<string>()
  const matchIn = (value: string) => {
    try {
      return regex.find(value)
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      throw new LogqlError(error.message, text, at)
    }
  }
  return series.map(({ labels, values }) => {
    // Own members only: a label may be called `constructor`.
    const labelOf = (label: string) => (Object.hasOwn(labels, label) ? labels[label] : undefined)
    const match = matchIn(labelOf(source) ?? '')
    const { [target]: _, ...others } = labels
    const value = match === undefined ? labelOf(target) : expand(parts, match)
    const replaced = seriesWith(value ? { ...others, [target]: value } : others, values)
    if (keys.has(replaced.key))
      throw new LogqlError('label_replace() makes two series with the same labels', text, at)
    keys.add(replaced.key)
    return replaced
  })
}

/** A text, or the number of a capture. */
type Part = string | number

/** Parses a template of Go's regexp.Expand. Refuses named captures. */
function partsOf(template: string, text: string, at: number): Part[] {
  const parts: Part[] = []
  let end = 0
  // $$, $1 or ${1}
  for (const match of template.matchAll(/\$(?:\$|(\w+)|\{(\w+)\})/g)) {
    const [reference, bare, braced] = match
    parts.push(template.slice(end, match.index))
    end = match.index + reference.length
    const name = bare ?? braced
    if (name !== undefined && !/^\d{1,9}$/.test(name))
      throw new LogqlError(`the name ${reference} is not supported; number the parentheses, as $1`, text, at)
    parts.push(name === undefined ? '$' : Number(name))
  }
  return [...parts, template.slice(end)]
}

function expand(parts: readonly Part[], match: RegexMatch): string {
  return parts.map(part => (typeof part === 'string' ? part : (match.groups[part] ?? ''))).join('')
}
