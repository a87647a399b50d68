import type { LogExpression, MetricExpression, Stage } from '../syntax/expression.ts'
import { LogqlError } from '../syntax/logql-error.ts'
import { isErrorLabel } from '../syntax/parse-log.ts'

/** The stages that the store evaluates, and the stages that run on each line it finds. */
export interface StagePlan {
  stored: readonly Stage[]
  /** Empty if the store evaluates all stages. */
  piped: readonly Stage[]
}

/**
 * Leaves line filters to the store until a `line_format` changes lines, and label filters until the first
 * stage that runs on lines, which may change labels.
 */
export function planStages(stages: readonly Stage[]): StagePlan {
  const stored: Stage[] = []
  const piped: Stage[] = []
  let isLineChanged = false
  for (const stage of stages) {
    isLineChanged ||= stage.kind === 'line_format'
    const isStored = stage.kind === 'line' ? !isLineChanged : piped.length === 0 && isOfStore(stage)
    if (isStored) stored.push(stage)
    else piped.push(stage)
  }
  return { stored, piped }
}

/** Whether the store can evaluate a stage if no stage before it runs on lines. */
function isOfStore(stage: Stage): boolean {
  if (stage.kind === 'labels') return !hasUnits(stage.condition)
  // Before other stages no line has an error label.
  return (
    stage.kind === 'drop' && stage.labels.every(({ label, op }) => op === undefined && isErrorLabel(label))
  )
}

type Condition = Extract<Stage, { kind: 'labels' }>['condition']

function hasUnits(condition: Condition): boolean {
  if (condition.kind === 'matches') return false
  return condition.kind === 'compares' ? condition.unit !== undefined : condition.of.some(hasUnits)
}

/** Whether stages run on single lines. */
export function isPiped({ stages }: LogExpression): boolean {
  return planStages(stages).piped.length > 0
}

/** Whether any part of a metric runs stages on lines, so that labels may be parsed. */
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
