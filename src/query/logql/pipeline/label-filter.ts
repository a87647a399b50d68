import type { Comparison, ComparisonOperator, LabelCondition } from '../syntax/expression.ts'
import { GoValueError, parseByteSize, parseGoDuration, parseGoFloat } from '../syntax/go-values.ts'
import { errorLabel, type FilterableLabels } from './label-kinds.ts'
import { type CompileContext, compileMatch } from './text-matcher.ts'

/** Whether a line stays. May set the error label. */
export type LabelTest = (labels: FilterableLabels) => boolean

/** Compiles the condition of a label filter. Throws a LogqlError. */
export function compileCondition(condition: LabelCondition, context: CompileContext): LabelTest {
  switch (condition.kind) {
    case 'matches': {
      const { label } = condition.matcher
      const fits = compileMatch(condition.matcher, context)
      if (label === errorLabel) return labels => fits(labels.error)
      return labels => fits(labels.get(label) ?? '')
    }
    case 'compares':
      return compileComparison(condition)
    default: {
      const tests = condition.of.map(part => compileCondition(part, context))
      if (condition.kind === 'either') return labels => tests.some(test => test(labels))
      // Evaluates all parts, since each may set the error.
      return labels => tests.reduce((fits, test) => test(labels) && fits, true)
    }
  }
}

const orders: Readonly<Record<ComparisonOperator, (a: number | bigint, b: number | bigint) => boolean>> = {
  // Compares a bigint with a number, which are never equal by ===.
  '==': (a, b) => a >= b && a <= b,
  '!=': (a, b) => !(a >= b && a <= b),
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
}

const readers: Readonly<Record<NonNullable<Comparison['unit']>, (text: string) => number | bigint>> = {
  duration: parseGoDuration,
  bytes: parseByteSize,
}

/** Drops lines without the label. Lines whose value cannot be read stay, with an error. */
function compileComparison({ label, op, value, unit }: Comparison): LabelTest {
  const read = unit === undefined ? parseGoFloat : readers[unit]
  const fits = orders[op]
  return labels => {
    const text = labels.get(label)
    if (text === undefined) return false
    let labelValue: number | bigint
    try {
      labelValue = read(text)
    } catch (error) {
      if (!(error instanceof GoValueError)) throw error
      // Keeps the error of an earlier stage.
      if (labels.error === '') {
        labels.error = 'LabelFilterErr'
        labels.errorDetails = error.message
      }
      return true
    }
    return fits(labelValue, value)
  }
}

/** Names of the labels that a condition reads. */
export function labelsOf(condition: LabelCondition): string[] {
  switch (condition.kind) {
    case 'matches':
      return [condition.matcher.label]
    case 'compares':
      return [condition.label]
    default:
      return condition.of.flatMap(labelsOf)
  }
}
