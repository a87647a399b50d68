import { WorkTurns } from '../../async/next-turn.ts'
import type { Windows } from '../../storage/contract/window-query.ts'
import { aggregate } from './aggregate.ts'
import { binaryOperation, type Operand, setOperation } from './binary-operation.ts'
import { replaceLabels } from './label-replace.ts'
import { type LabelSums, labelsWithField } from './label-sums.ts'
import { labelSource, streamLabels, withoutEmpty } from './labels.ts'
import type { SeriesGrouping } from './pipeline/label-kinds.ts'
import { isPiped, readsLines } from './pipeline/stage-plan.ts'
import {
  type Sample,
  type SampleSeries,
  sampleFunctions,
  valuesInWindows,
  visitBudget,
} from './range-samples.ts'
import { type Series, seriesWith } from './series.ts'
import type {
  AggregationExpression,
  BinaryExpression,
  Grouping,
  LogExpression,
  MetricExpression,
  RangeExpression,
  SetOperator,
  Unwrap,
} from './syntax/expression.ts'
import { LogqlError } from './syntax/logql-error.ts'
import { maxGroupLabels } from './syntax/parse.ts'
import { setOperators } from './syntax/subset.ts'
import type { ValueLease } from './value-budget.ts'

/** The moments at which a metric is computed: `count` moments, `step` apart. Integer microseconds. */
export interface Steps {
  start: number
  step: number
  count: number
}

/** A request for sums over the lines of a selector, by labels. */
export interface SumRequest {
  log: LogExpression
  windows: Windows
  measure: 'occurrences' | 'message_bytes'
  /** Labels that distinguish series and have a field of the store (`labelsWithField`). */
  labels: readonly string[]
  /** The grouping of an expression whose stages run on lines. */
  grouping: SeriesGrouping
  /** Called before a series is made of lines that stages ran on. Throws query_memory or overloaded. */
  onSeries: () => void
  /** Called before `count` values of lines that stages ran on are kept. Throws query_memory or overloaded. */
  onSamples: (count: number) => void
}

/** Reads the sums that an expression needs from the store. */
export type ReadSums = (request: SumRequest) => Promise<LabelSums[]>

/** A request for the samples in the lines of a selector, by labels. */
export interface SampleRequest extends Omit<SumRequest, 'measure'> {
  unwrap: Unwrap
}

type ReadSamples = (request: SampleRequest) => Promise<SampleSeries[]>

/** Maximum range functions of an expression, since each reads the store. */
const maxReads = 20

/** The reads that an evaluation may use, and its share of the memory for values. */
interface Resources {
  read: ReadSums
  readSamples: ReadSamples
  values: ValueLease
}

/** Evaluates a metric expression at each step. `text`: the whole expression, for the positions of errors. */
export async function evaluate(
  expression: MetricExpression,
  text: string,
  steps: Steps,
  resources: Resources,
): Promise<Operand> {
  return await new Evaluation(text, steps, resources).compute(expression, new Set(streamLabels))
}

/**
 * Evaluates the parts of an expression from the outside to the inside, so that range functions know by which
 * labels the aggregations around them group. Reads group by the labels of streams and by these; reads for a
 * sum only by the labels of its groups.
 */
class Evaluation {
  readonly #text: string
  readonly #steps: Steps
  readonly #read: ReadSums
  readonly #readSamples: ReadSamples
  readonly #values: ValueLease
  readonly #turns = new WorkTurns()
  readonly #visits = visitBudget()
  #reads = 0

  constructor(text: string, steps: Steps, { read, readSamples, values }: Resources) {
    this.#text = text
    this.#steps = steps
    this.#read = read
    this.#readSamples = readSamples
    this.#values = values
  }

  /**
   * Evaluates a part of the expression. `identity`: labels that must distinguish series of range functions in
   * it.
   */
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
        // In sequence, since a user's reads wait for each other anyway.
        const left = await this.compute(expression.left, identity)
        const right = await this.compute(expression.right, identity)
        const [leftCount, rightCount] = [countSeries(left), countSeries(right)]
        // No operator except `or` makes more series than the larger side has.
        this.#takeValues(expression.op === 'or' ? leftCount + rightCount : Math.max(leftCount, rightCount))
        const result = this.#binary(expression, left, right)
        if (typeof result !== 'number') await this.#turns.after(result.length * this.#steps.count)
        return result
      }
      case 'sort':
        // The order matters only for the answer, in which the API sorts the series.
        return this.#seriesOf(expression, await this.compute(expression.of, identity))
      case 'label-replace': {
        const { source } = expression
        const isCounted = labelSource(source) !== undefined
        const identityBelow = isCounted ? new Set([...identity, source]) : identity
        const series = this.#seriesOf(
          { fn: 'label_replace', at: expression.at },
          await this.compute(expression.of, identityBelow),
        )
        this.#takeValues(series.length)
        return replaceLabels(expression, series, this.#text)
      }
      case 'aggregation': {
        const { fn, grouping, of } = expression
        const identityBelow = this.#identityBelow(expression, identity)
        const operand =
          fn === 'sum' && of.kind === 'range'
            ? await this.#summedRange(of, identityBelow, grouping)
            : await this.compute(of, identityBelow)
        const series = this.#seriesOf(expression, operand)
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

  /** The labels that distinguish series below an aggregation: `identity`, and the labels of its `by`. */
  #identityBelow({ grouping, of, at }: AggregationExpression, identity: ReadonlySet<string>): Set<string> {
    const groupLabels = grouping?.kind === 'by' ? grouping.labels : []
    for (const label of groupLabels) {
      if (labelSource(label) === undefined && !readsLines(of))
        throw new LogqlError(
          `the label "${label}" belongs to single lines, and cannot be used for grouping`,
          this.#text,
          at,
        )
    }
    const labels = new Set([...identity, ...groupLabels])
    if (labels.size > maxGroupLabels + streamLabels.length)
      throw new LogqlError(`expected at most ${maxGroupLabels} labels in groupings`, this.#text, at)
    return labels
  }

  /**
   * Evaluates a range function within a sum with this grouping. The sum of its sums is one sum, which the
   * store computes by the labels of the groups.
   */
  async #summedRange(
    expression: RangeExpression,
    identity: ReadonlySet<string>,
    grouping: Grouping | undefined,
  ): Promise<Series[]> {
    const sumGrouping = summedFunctions.has(expression.fn) ? (grouping ?? noLabels) : undefined
    return await this.#range(expression, groupedLabels(identity, grouping), sumGrouping)
  }

  /**
   * Evaluates a range function. `sumGrouping`: the grouping of a sum around the function, which the store can
   * compute together with the function.
   */
  async #range(
    expression: RangeExpression,
    identity: ReadonlySet<string>,
    sumGrouping?: Grouping,
  ): Promise<Series[]> {
    const { fn, log, range, offset, at } = expression
    if (this.#reads++ === maxReads)
      throw new LogqlError(`expected at most ${maxReads} range functions`, this.#text, at)
    const { start, step, count } = this.#steps
    const windows = { end: start - offset, step, length: range, count }
    if (expression.unwrap !== undefined)
      return await this.#samples(expression, expression.unwrap, windows, { identity, sumGrouping })
    const isBytes = fn === 'bytes_over_time' || fn === 'bytes_rate'
    const isAbsence = fn === 'absent_over_time'
    const merged = await this.#read({
      log,
      windows,
      measure: isBytes ? 'message_bytes' : 'occurrences',
      labels: isAbsence ? [] : labelsWithField(identity),
      grouping: isAbsence ? { kind: 'none' } : groupingOf(sumGrouping),
      onSeries: () => this.#takeValues(1),
      onSamples: samples => this.#takeSamples(samples),
    })
    if (isAbsence) {
      this.#takeValues(1)
      return absence(log, merged, count)
    }
    const perSecond = fn === 'rate' || fn === 'bytes_rate' ? range / 1_000_000 : 1
    // Series of lines that stages ran on have called onSeries.
    if (!isPiped(log)) this.#takeValues(merged.length)
    const series: Series[] = []
    for (const { labels, sums } of merged) {
      const values = new Array<number | undefined>(count).fill(undefined)
      for (const [window, sum] of sums) values[window] = sum / perSecond
      series.push(seriesWith(labels, values))
      const turn = this.#turns.after(count)
      if (turn) await turn
    }
    return series
  }

  /** Evaluates a range function over the numbers that `unwrap` reads in lines. */
  async #samples(
    { fn, log, range, grouping, parameter = 0 }: RangeExpression,
    unwrap: Unwrap,
    windows: Windows,
    { identity, sumGrouping }: { identity: ReadonlySet<string>; sumGrouping: Grouping | undefined },
  ): Promise<Series[]> {
    const isAbsence = fn === 'absent_over_time'
    const seriesGrouping = groupingOf(grouping ?? sumGrouping)
    const sampleSeries = await this.#readSamples({
      log,
      unwrap,
      windows,
      labels: labelsWithField(identity),
      grouping: isAbsence ? { kind: 'none' } : withoutUnwrapped(seriesGrouping, unwrap.label),
      onSeries: () => this.#takeValues(1),
      onSamples: samples => this.#takeSamples(samples),
    })
    // absent_over_time only needs to know whether a window has samples, so that any function will do.
    const compute = sampleFunctions[isSampleFunction(fn) ? fn : 'last_over_time']
    const series: Series[] = []
    for (const { labels, samples } of sampleSeries) {
      const computePart = (part: readonly Sample[]) => compute(part, { range, parameter })
      series.push(
        seriesWith(labels, await valuesInWindows(samples, windows, computePart, this.#visits, this.#turns)),
      )
    }
    if (!isAbsence) return series.filter(({ values }) => values.some(value => value !== undefined))
    const present = series.map(({ labels, values }) => ({
      labels,
      sums: new Map(values.flatMap((value, step) => (value === undefined ? [] : [[step, 1] as const]))),
    }))
    return absence(log, present, windows.count)
  }

  /** Counts samples before they are kept. Throws query_memory or overloaded. */
  #takeSamples(samples: number): void {
    this.#values.take(samples, `the counts and samples of its lines, ${samples} here,`)
  }

  /** Counts the values of this many series, before they are made. Throws query_memory or overloaded. */
  #takeValues(series: number): void {
    const { count } = this.#steps
    this.#values.take(series * count, `the series of the expression, ${series} of ${count} steps here,`)
  }
}

/** Range functions whose sum over groups the store can compute directly. */
const summedFunctions: ReadonlySet<string> = new Set([
  'count_over_time',
  'rate',
  'bytes_over_time',
  'bytes_rate',
  'sum_over_time',
])

function isSampleFunction(fn: string): fn is keyof typeof sampleFunctions {
  return fn in sampleFunctions
}

/** The grouping without the label of the samples, which distinguishes series only if `by` names it. */
function withoutUnwrapped(grouping: SeriesGrouping, label: string): SeriesGrouping {
  if (grouping.kind === 'by' || grouping.kind === 'none') return grouping
  return { kind: 'without', labels: [...(grouping.kind === 'without' ? grouping.labels : []), label] }
}

const noLabels: Grouping = { kind: 'by', labels: [] }

function groupingOf(grouping: Grouping | undefined): SeriesGrouping {
  if (grouping === undefined) return { kind: 'all' }
  return grouping.kind === 'by' && grouping.labels.length === 0 ? { kind: 'none' } : grouping
}

function isSetOperator(op: BinaryExpression['op']): op is SetOperator {
  return setOperators.some(name => name === op)
}

/** A series with 1 at each step without lines, and with the labels that the selector requires. */
function absence(log: LogExpression, series: readonly LabelSums[], count: number): Series[] {
  const values = Array.from({ length: count }, (_, step) =>
    series.some(({ sums }) => (sums.get(step) ?? 0) > 0) ? undefined : 1,
  )
  if (values.every(value => value === undefined)) return []
  const required = new Map<string, string>()
  const excluded = new Set<string>()
  for (const { label, op, value } of log.matchers) {
    if (op === '=' && !required.has(label)) required.set(label, value)
    else excluded.add(label)
  }
  const labels = withoutEmpty([...required].filter(([label]) => !excluded.has(label)))
  return [seriesWith(labels, values)]
}

function countSeries(operand: Operand): number {
  return typeof operand === 'number' ? 0 : operand.length
}

/** The labels of `identity` that a sum with this grouping keeps. */
function groupedLabels(identity: ReadonlySet<string>, grouping: Grouping | undefined): Set<string> {
  if (grouping === undefined) return new Set()
  const isBy = grouping.kind === 'by'
  return new Set([...identity].filter(label => grouping.labels.includes(label) === isBy))
}
