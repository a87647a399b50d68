import type { WorkTurns } from '../../async/next-turn.ts'
import type { Labels } from './labels.ts'
import { inOrder, type Series, seriesWith } from './series.ts'
import type { AggregationExpression, AggregationFunction, Grouping } from './syntax/expression.ts'

type Aggregate = (values: readonly number[]) => number

const sum: Aggregate = values => values.reduce((total, value) => total + value, 0)

const aggregates: Readonly<Record<Exclude<AggregationFunction, 'topk' | 'bottomk'>, Aggregate>> = {
  sum,
  count: values => values.length,
  avg: values => sum(values) / values.length,
  // For steps with at least one value. NaN results only if all values are NaN.
  min: values => values.reduce((min, value) => (value < min || Number.isNaN(min) ? value : min)),
  max: values => values.reduce((max, value) => (value > max || Number.isNaN(max) ? value : max)),
}

/**
 * Aggregates series: makes one series of each group. topk and bottomk instead keep the highest or lowest
 * values of each group and step.
 */
export async function aggregate(
  expression: AggregationExpression,
  series: readonly Series[],
  turns: WorkTurns,
): Promise<Series[]> {
  const { fn, grouping, parameter = 0 } = expression
  const groups = Map.groupBy(series, ({ labels }) => groupOf(labels, grouping).key)
  const results: Series[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    if (fn === 'topk' || fn === 'bottomk') {
      for (const kept of await ranked(group, parameter, fn === 'topk', turns)) results.push(kept)
      continue
    }
    const aggregated: (number | undefined)[] = []
    for (let step = 0; step < first.values.length; step++) {
      const present = group.flatMap(({ values }) => values[step] ?? [])
      aggregated.push(present.length === 0 ? undefined : aggregates[fn](present))
      const turn = turns.after(group.length)
      if (turn) await turn
    }
    results.push(seriesWith(groupOf(first.labels, grouping).labels, aggregated))
  }
  return results
}

/** The labels of a series' group, and their key. Without a grouping there is one group. */
function groupOf(labels: Labels, grouping: Grouping | undefined): Pick<Series, 'labels' | 'key'> {
  const isKept = (name: string) =>
    grouping !== undefined && grouping.labels.includes(name) === (grouping.kind === 'by')
  const keptLabels = Object.entries(labels).filter(([name]) => isKept(name))
  return seriesWith(Object.fromEntries(keptLabels), [])
}

/**
 * Keeps the `count` highest (`isTop`) or lowest values of each step. Equal values are in the order of the
 * series' labels.
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
