import { WorkTurns } from '../../async/next-turn.ts'
import type { Windows } from '../../storage/contract/window-query.ts'
import { binaryOperation, type Operand, setOperation } from './binary-operation.ts'
import { replaceLabels } from './label-replace.ts'
import { countedLabels, type LabelSums } from './label-sums.ts'
import { type Labels, labelSource, streamLabels, withoutEmpty } from './labels.ts'
import type { SeriesGrouping } from './pipeline/line-labels.ts'
import { isPiped, readsLines } from './pipeline/stage-plan.ts'
import type { ValueLease } from './sample-budget.ts'
import { inOrder, type Series, seriesWith } from './series.ts'
import type {
  AggregationExpression,
  AggregationFunction,
  BinaryExpression,
  Grouping,
  LogExpression,
  MetricExpression,
  RangeExpression,
  SetOperator,
} from './syntax/expression.ts'
import { LogqlError } from './syntax/logql-error.ts'
import { maxGroupLabels } from './syntax/parse.ts'
import { setOperators } from './syntax/subset.ts'

const sum: Aggregate = values => values.reduce((total, value) => total + value, 0)

const aggregates: Readonly<Record<Exclude<AggregationFunction, 'topk' | 'bottomk'>, Aggregate>> = {
  sum,
  count: values => values.length,
  avg: values => sum(values) / values.length,
  // Values of a step that has some. NaN is the result only when there is no other value.
  min: values => values.reduce((min, value) => (value < min || Number.isNaN(min) ? value : min)),
  max: values => values.reduce((max, value) => (value > max || Number.isNaN(max) ? value : max)),
}

/** The moments at which a metric is computed. Integer microseconds. */
export interface Steps {
  start: number
  step: number
  count: number
}

/** A sum over the lines of a selector, by the values of labels. */
export interface SumRequest {
  log: LogExpression
  windows: Windows
  measure: 'occurrences' | 'message_bytes'
  /** Labels that have a field, and distinguish series. */
  labels: readonly string[]
  /** The grouping of an expression whose stages run on lines. */
  grouping: SeriesGrouping
  /** Called before a series is made of such lines. Throws query_memory. */
  onSeries: () => void
}

/** Reads the sums that an expression needs from the store. */
export type ReadSums = (request: SumRequest) => Promise<LabelSums[]>

/** Range functions of one expression, each of which reads the store. */
const maxReads = 20

/** The reads of a metric, and its budget of values. */
interface Resources {
  read: ReadSums
  values: ValueLease
}

/** Computes a metric at each step. `text`: the whole expression, for the places of errors. */
export async function evaluate(
  expression: MetricExpression,
  text: string,
  steps: Steps,
  resources: Resources,
): Promise<Operand> {
  return await new Evaluation(text, steps, resources).compute(expression, new Set(streamLabels))
}

class Evaluation {
  readonly #text: string
  readonly #steps: Steps
  readonly #read: ReadSums
  readonly #values: ValueLease
  readonly #turns = new WorkTurns()
  #reads = 0

  constructor(text: string, steps: Steps, { read, values }: Resources) {
    this.#text = text
    this.#steps = steps
    this.#read = read
    this.#values = values
  }

  /** `identity`: the labels that distinguish the series of a range function. */
  async compute(expression: MetricExpression, identity: ReadonlySet<string>): Promise<Operand> {
    switch (expression.kind) {
      case 'number':
        return expression.value
      case 'vector':
        this.#takeValues(1)
        return [seriesWith({}, new Array<number>(this.#steps.count).fill(expression.value))]
      case 'range':
        return await this.#range(expression, identity)
      case 'binary': {
        // One after the other: a user's reads take turns anyway.
        const left = await this.compute(expression.left, identity)
        const right = await this.compute(expression.right, identity)
        const [first, second] = [seriesIn(left), seriesIn(right)]
        // Except of `or`, makes no more series than the larger side has.
        this.#takeValues(expression.op === 'or' ? first + second : Math.max(first, second))
        const result = this.#binary(expression, left, right)
        if (typeof result !== 'number') await this.#turns.after(result.length * this.#steps.count)
        return result
      }
      case 'sort':
        return this.#seriesOf(expression, await this.compute(expression.of, identity))
      case 'label-replace': {
        const { source } = expression
        const isCounted = labelSource(source) !== undefined
        const within = isCounted ? new Set([...identity, source]) : identity
        const series = this.#seriesOf(
          { fn: 'label_replace', at: expression.at },
          await this.compute(expression.of, within),
        )
        this.#takeValues(series.length)
        return replaceLabels(expression, series, this.#text)
      }
      case 'aggregation': {
        const { fn, grouping, of } = expression
        const within = this.#identityBelow(expression, identity)
        // Sums of sums are one sum: the store adds up what the groups need.
        const isSum = fn === 'sum' && of.kind === 'range'
        const groups = isSum ? groupedLabels(within, grouping) : within
        const pushed = isSum && of.fn !== 'absent_over_time' ? (grouping ?? noLabels) : undefined
        const series = this.#seriesOf(
          expression,
          of.kind === 'range' ? await this.#range(of, groups, pushed) : await this.compute(of, groups),
        )
        this.#takeValues(series.length)
        return await aggregate(expression, series, this.#turns)
      }
    }
  }

  #seriesOf({ fn, at }: { fn: string; at: number }, operand: Operand): readonly Series[] {
    if (typeof operand !== 'number') return operand
    throw new LogqlError(`unexpected scalar, expecting series for ${fn}()`, this.#text, at)
  }

  #binary(expression: BinaryExpression, left: Operand, right: Operand): Operand {
    const { op, at } = expression
    if (!isSetOperator(op)) return binaryOperation(expression, left, right)
    if (typeof left !== 'number' && typeof right !== 'number') return setOperation(op, left, right)
    const leg = typeof left === 'number' ? 'left' : 'right'
    const message = `unexpected literal for ${leg} leg of logical/set binary operation (${op})`
    throw new LogqlError(message, this.#text, at)
  }

  /** Labels that a grouping names also distinguish series. */
  #identityBelow({ grouping, of, at }: AggregationExpression, identity: ReadonlySet<string>): Set<string> {
    const named = grouping?.kind === 'by' ? grouping.labels : []
    for (const label of named) {
      if (labelSource(label) === undefined && !readsLines(of))
        throw new LogqlError(
          `the label "${label}" belongs to single lines, and cannot be used for grouping`,
          this.#text,
          at,
        )
    }
    const all = new Set([...identity, ...named])
    if (all.size > maxGroupLabels + streamLabels.length)
      throw new LogqlError(`expected at most ${maxGroupLabels} labels in groupings`, this.#text, at)
    return all
  }

  /** `pushed`: the grouping around the function, if it is a sum. */
  async #range(
    expression: RangeExpression,
    identity: ReadonlySet<string>,
    pushed?: Grouping,
  ): Promise<Series[]> {
    const { fn, log, range, offset, at } = expression
    if (this.#reads++ === maxReads)
      throw new LogqlError(`expected at most ${maxReads} range functions`, this.#text, at)
    const { start, step, count } = this.#steps
    const isBytes = fn === 'bytes_over_time' || fn === 'bytes_rate'
    const isAbsence = fn === 'absent_over_time'
    const merged = await this.#read({
      log,
      windows: { end: start - offset, step, length: range, count },
      measure: isBytes ? 'message_bytes' : 'occurrences',
      labels: isAbsence ? [] : countedLabels(identity),
      grouping: isAbsence ? { kind: 'none' } : groupingOf(pushed),
      onSeries: () => this.#takeValues(1),
    })
    if (isAbsence) {
      this.#takeValues(1)
      return absence(log, merged, count)
    }
    const perSecond = fn === 'rate' || fn === 'bytes_rate' ? range / 1_000_000 : 1
    if (!isPiped(log)) this.#takeValues(merged.length)
    const series: Series[] = []
    for (const { labels: own, sums } of merged) {
      const values = new Array<number | undefined>(count).fill(undefined)
      for (const [window, sum] of sums) values[window] = sum / perSecond
      series.push(seriesWith(own, values))
      const turn = this.#turns.after(count)
      if (turn) await turn
    }
    return series
  }

  /** Called before this many series are made. */
  #takeValues(series: number): void {
    const { count } = this.#steps
    this.#values.take(series * count, `the series of the expression, ${series} of ${count} steps here,`)
  }
}

const noLabels: Grouping = { kind: 'by', labels: [] }

function groupingOf(grouping: Grouping | undefined): SeriesGrouping {
  if (grouping === undefined) return { kind: 'all' }
  return grouping.kind === 'by' && grouping.labels.length === 0 ? { kind: 'none' } : grouping
}

function isSetOperator(op: BinaryExpression['op']): op is SetOperator {
  return setOperators.some(name => name === op)
}

/** 1 at each step without lines, with the labels that the selector demands. */
function absence(log: LogExpression, found: readonly LabelSums[], count: number): Series[] {
  const values = Array.from({ length: count }, (_, step) =>
    found.some(({ sums }) => (sums.get(step) ?? 0) > 0) ? undefined : 1,
  )
  if (values.every(value => value === undefined)) return []
  const demanded = new Map<string, string>()
  const others = new Set<string>()
  for (const { label, op, value } of log.matchers) {
    if (op === '=' && !demanded.has(label)) demanded.set(label, value)
    else others.add(label)
  }
  const labels = withoutEmpty([...demanded].filter(([label]) => !others.has(label)))
  return [seriesWith(labels, values)]
}

function seriesIn(operand: Operand): number {
  return typeof operand === 'number' ? 0 : operand.length
}

/** The labels that remain after a grouping. */
function groupedLabels(identity: ReadonlySet<string>, grouping: Grouping | undefined): Set<string> {
  if (grouping === undefined) return new Set()
  const isBy = grouping.kind === 'by'
  return new Set([...identity].filter(label => grouping.labels.includes(label) === isBy))
}

type Aggregate = (values: readonly number[]) => number

/** Series of each group become one, or the best of each step stay. */
async function aggregate(
  expression: AggregationExpression,
  series: readonly Series[],
  turns: WorkTurns,
): Promise<Series[]> {
  const { fn, grouping, parameter = 0 } = expression
  const groups = Map.groupBy(series, one => groupOf(one.labels, grouping).key)
  const results: Series[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    if (fn === 'topk' || fn === 'bottomk') {
      for (const one of await ranked(group, parameter, fn === 'topk', turns)) results.push(one)
      continue
    }
    const values: (number | undefined)[] = []
    for (let step = 0; step < first.values.length; step++) {
      const present = group.flatMap(one => one.values[step] ?? [])
      values.push(present.length === 0 ? undefined : aggregates[fn](present))
      const turn = turns.after(group.length)
      if (turn) await turn
    }
    results.push(seriesWith(groupOf(first.labels, grouping).labels, values))
  }
  return results
}

function groupOf(labels: Labels, grouping: Grouping | undefined): Pick<Series, 'labels' | 'key'> {
  const isKept = (name: string) =>
    grouping !== undefined && grouping.labels.includes(name) === (grouping.kind === 'by')
  const keptLabels = Object.entries(labels).filter(([name]) => isKept(name))
  return seriesWith(Object.fromEntries(keptLabels), [])
}

/**
 * The values that are among the first `count` of their step. Equal values rank in the order of their series'
 * labels.
 */
async function ranked(
  group: readonly Series[],
  count: number,
  isTop: boolean,
  turns: WorkTurns,
): Promise<Series[]> {
  const ordered = inOrder(group)
  const keptValues = ordered.map(({ values }) => new Array<number | undefined>(values.length).fill(undefined))
  const steps = ordered[0]?.values.length ?? 0
  for (let step = 0; step < steps; step++) {
    const candidates = ordered.flatMap(({ values }, index) => {
      const value = values[step]
      return value === undefined ? [] : [{ index, value }]
    })
    candidates.sort((a, b) => compareRank(a.value, b.value, isTop) || a.index - b.index)
    for (const { index, value } of candidates.slice(0, count)) {
      const row = keptValues[index]
      if (row !== undefined) row[step] = value
    }
    const turn = turns.after(group.length)
    if (turn) await turn
  }
  return ordered.flatMap((series, index) => {
    const values = keptValues[index] ?? []
    return values.some(value => value !== undefined) ? [{ ...series, values }] : []
  })
}

/** NaN sorts last in both directions. */
function compareRank(a: number, b: number, isTop: boolean): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return isTop ? b - a : a - b
}
