import type { LogExpression, MetricExpression, Stage } from '../syntax/expression.ts'
import { LogqlError } from '../syntax/logql-error.ts'
import { isErrorLabel } from '../syntax/parse-log.ts'

/** The stages that the store evaluates, and the others, which run on each line that it finds. */
export interface StagePlan {
  stored: readonly Stage[]
  /** Empty when the store evaluates the whole expression. */
  piped: readonly Stage[]
}

/** The store reads line filters until a stage changes lines, and label filters until one changes labels. */
export function planStages(stages: readonly Stage[]): StagePlan {
  const stored: Stage[] = []
  const piped: Stage[] = []
  let isChanged = false
  for (const stage of stages) {
    isChanged ||= stage.kind === 'line_format'
    const isStored = stage.kind === 'line' ? !isChanged : piped.length === 0 && isOfStore(stage)
    if (isStored) stored.push(stage)
    else piped.push(stage)
  }
  return { stored, piped }
}

/** Before any stage that changes labels. */
function isOfStore(stage: Stage): boolean {
  if (stage.kind === 'labels') return !hasUnits(stage.condition)
  // No label of an error is there yet.
  return (
    stage.kind === 'drop' && stage.labels.every(({ label, op }) => op === undefined && isErrorLabel(label))
  )
}

type Condition = Extract<Stage, { kind: 'labels' }>['condition']

function hasUnits(condition: Condition): boolean {
  if (condition.kind === 'matches') return false
  return condition.kind === 'compares' ? condition.unit !== undefined : condition.of.some(hasUnits)
}

/** Whether stages of the expression run on single lines. */
export function isPiped({ stages }: LogExpression): boolean {
  return planStages(stages).piped.length > 0
}

/** Whether any part of a metric does, so that any label may be parsed. */
export function readsLines(expression: MetricExpression): boolean {
  switch (expression.kind) {
    case 'range':
      return expression.unwrap !== undefined || isPiped(expression.log)
    case 'binary':
      return readsLines(expression.left) || readsLines(expression.right)
    case 'number':
    case 'vector':
      return false
    default:
      return readsLines(expression.of)
  }
}

/** Throws a LogqlError if the store alone cannot evaluate the expression. */
export function refusePiped(log: LogExpression, text: string): void {
  if (!isPiped(log)) return
  throw new LogqlError('only label matchers, line filters and label filters are supported here', text, log.at)
}
