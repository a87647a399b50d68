import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import { firstN } from '../../storage/first-n.ts'
import type { Read } from '../../storage/store.ts'
import type { EvaluationContext } from '../kind.ts'
import { periodsOf } from '../range/periods.ts'
import { type Breakdown, type BreakdownRequest, breakDown } from './breakdown.ts'
import { tooLarge } from './engine-ranking.ts'
import { fieldOf } from './fields.ts'
import { maxEntries } from './limits.ts'
import type { Ranked, RankedPeriod, Ranking } from './ranking.ts'

/** The params that shape the results. */
interface TopNShape {
  field: string
  limit: number
  with_subperiods: boolean
  top_periods: boolean
  show_other: boolean
  ignore_empty: boolean
  subfields: readonly string[]
  subfields_limit: number
}

/**
 * The results of a ranking. Breakdowns are read here, when the ranking is complete: before that the values to break
 * down still change.
 */
export async function topNResults(
  shape: TopNShape,
  evaluation: EvaluationContext,
  ranking: Ranking,
  complete: boolean,
  read: Read,
): Promise<TopNResults> {
  const { range } = evaluation
  if (ranking.periods.length * ranking.top.length > maxEntries) throw tooLarge()
  const broken = complete && shape.subfields.length > 0
  const totalOf = broken ? await breakTotals(shape, evaluation, ranking, read) : undefined
  const values = ranking.top.map(ranked => topValue(ranked, totalOf))
  if (shape.show_other) values.push(...other(ranking))
  const totals = { ts_from: range.from, ts_to: range.to, values, cardinality: ranking.cardinality }
  const indexes = shownPeriods(shape, ranking)
  const periodOf = broken ? await breakPeriods(shape, evaluation, ranking, indexes, read) : undefined
  const periods = periodsOf(range.bounds)
  const shown = (i: number) => {
    const { total, values } = ranking.periods[i] ?? nothing
    const period = periods[i] ?? { ts_from: range.from, ts_to: range.to }
    return { ...period, values: values.map(ranked => topValue(ranked, periodOf, i)), total_count: total }
  }
  const results: TopNResults = { totals }
  if (shape.with_subperiods) {
    results.details = ranking.periods.map((period, i) => {
      const { total_count, ...rest } = shown(i)
      const total_values = ranking.top.map(({ name }, n) => ({ name, count: period.ofTop[n] ?? 0 }))
      return { ...rest, total_values, total_count }
    })
  }
  if (shape.top_periods) results.top_periods = busiest(shape, ranking).map(shown)
  return results
}

const nothing: RankedPeriod = { total: 0, values: [], ofTop: [] }

function topValue({ name, count }: Ranked, breakdown: Breakdown | undefined, period?: number): TopValue {
  return breakdown === undefined ? { name, count } : { name, count, subfields: breakdown(name, period) }
}

/** The sum of what is not in the top, left out when nothing remains. */
function other({ top, counted }: Ranking): TopValue[] {
  const count = top.reduce((rest, ranked) => rest - ranked.count, counted)
  return count > 0 ? [{ name: 'other', count }] : []
}

/** Indexes of the busiest periods, at most as many as values: most occurrences first, ties by time, none without any. */
function busiest({ limit }: TopNShape, { periods }: Ranking): number[] {
  const total = (i: number): number => periods[i]?.total ?? 0
  const busy = [...periods.keys()].filter(i => total(i) > 0)
  return firstN(busy, limit, (a, b) => total(b) - total(a) || a - b)
}

/** Indexes of the periods whose values are shown. */
function shownPeriods(shape: TopNShape, ranking: Ranking): number[] {
  return shape.with_subperiods
    ? [...ranking.periods.keys()]
    : shape.top_periods
      ? busiest(shape, ranking)
      : []
}

function breakdownRequest(shape: TopNShape): BreakdownRequest {
  return {
    field: fieldOf(shape.field),
    subfields: shape.subfields,
    limit: shape.subfields_limit,
    ignoreEmpty: shape.ignore_empty,
  }
}

function breakTotals(
  shape: TopNShape,
  evaluation: EvaluationContext,
  ranking: Ranking,
  read: Read,
): Promise<Breakdown> {
  const only = ranking.top.map(({ name }) => name)
  return breakDown(evaluation, breakdownRequest(shape), only, undefined, read)
}

function breakPeriods(
  shape: TopNShape,
  evaluation: EvaluationContext,
  ranking: Ranking,
  indexes: readonly number[],
  read: Read,
): Promise<Breakdown> {
  const names = new Set(indexes.flatMap(i => ranking.periods[i]?.values.map(({ name }) => name) ?? []))
  return breakDown(evaluation, breakdownRequest(shape), [...names], evaluation.range.bounds, read)
}
