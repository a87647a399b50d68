import type { StatsGroup, StatsResults } from '../../schema/query/stats.ts'
import type { StatsFunction } from '../../schema/query/stats-functions.ts'
import type { Value } from '../../storage/contract/field.ts'
import { firstN } from '../../storage/contract/first-n.ts'
import type { GroupStats } from '../../storage/contract/group-stats.ts'
import { compareValues } from '../../storage/contract/value-order.ts'
import type { ResolvedRange } from '../kind.ts'
import { indexOfBound, periodsOf } from '../range/periods.ts'
import { type GroupSum, type GroupSums, groupKey, withoutPeriods } from './group-sums.ts'
import { maxEntries, tooLarge } from './limits.ts'
import { type FullStats, isPercentile } from './stats-params.ts'

/** The groups of the results. */
export interface RankedGroups {
  /** Number of all groups. */
  groups: number
  /** In the order of the results. */
  top: readonly GroupStats[]
  /** The groups of `top` in each period that has some of their events; empty without periods. */
  periods: readonly GroupStats[]
  /** Whether numbers of distinct values and percentiles are estimates. */
  isEstimate: boolean
}

/** Throws a Fault if the results would have too many values. */
export function checkSize({ with_subperiods }: FullStats, { bounds }: ResolvedRange, groups: number): void {
  if (with_subperiods && groups * (bounds.length - 1) > maxEntries) throw tooLarge()
}

/** Ranks groups by their sums. */
export function rankSums(params: FullStats, range: ResolvedRange, sums: GroupSums): RankedGroups {
  const totals = params.with_subperiods ? withoutPeriods(sums) : sums
  // Without group_by there is one group of all events, even if there are no events.
  const all = totals.size === 0 && params.group_by.length === 0 ? [emptySum] : [...totals.values()]
  const top = firstN(all, params.limit, (a, b) => compareGroups(params, a, b))
  checkSize(params, range, top.length)
  const keys = new Set(top.map(({ values }) => groupKey(values)))
  const periods = params.with_subperiods
    ? [...sums.values()]
        .filter(({ values }) => keys.has(groupKey(values)))
        .map(sum => statsOf(sum, indexOfBound(range.bounds, sum.from)))
    : []
  return { groups: all.length, top: top.map(sum => statsOf(sum, 0)), periods, isEstimate: false }
}

const emptySum: GroupSum = { from: 0, values: [], count: 0, numbers: 0, sum: 0, min: 0, max: 0 }

function statsOf({ from: _, ...sum }: GroupSum, period: number): GroupStats {
  return { ...sum, period, distinct: 0, quantiles: [] }
}

/** Groups without a number come last, and ties are in the order of their values. */
function compareGroups({ functions, ascending }: FullStats, a: GroupSum, b: GroupSum): number {
  const [first = 'count'] = functions
  const [x, y] = [figureOf(first, a), figureOf(first, b)]
  if (x !== null && y !== null && x !== y) return ascending ? x - y : y - x
  if ((x === null) !== (y === null)) return x === null ? 1 : -1
  return (
    compareValues(a.values[0] ?? '', b.values[0] ?? '') || compareValues(a.values[1] ?? '', b.values[1] ?? '')
  )
}

type Figures = Pick<GroupStats, 'count' | 'numbers' | 'sum' | 'min' | 'max'> &
  Partial<Pick<GroupStats, 'distinct' | 'quantiles'>>

/** The value of a function; null without numbers. `index`: of a percentile, its place in the quantiles. */
function figureOf(name: StatsFunction, figures: Figures, index = 0): number | null {
  if (name === 'count') return figures.count
  if (name === 'distinct') return figures.distinct ?? 0
  if (figures.numbers === 0) return null
  if (name === 'avg') return figures.sum / figures.numbers
  if (isPercentile(name)) return figures.quantiles?.[index] ?? null
  return figures[name]
}

/** Makes the results of a Stats query. */
export function statsResults(
  params: FullStats,
  { from, to, bounds }: ResolvedRange,
  { groups, top, periods, isEstimate }: RankedGroups,
): StatsResults {
  const groupOf = (values: readonly Value[], figures: Figures): StatsGroup => {
    return { group: [...values], values: valuesOf(params.functions, figures) }
  }
  const results: StatsResults = {
    totals: {
      ts_from: from,
      ts_to: to,
      groups,
      values: top.map(figures => groupOf(figures.values, figures)),
      ...(isEstimate && { approximate: true, bound: estimateBound }),
    },
  }
  if (!params.with_subperiods) return results
  const found = new Map(periods.map(stats => [`${stats.period} ${groupKey(stats.values)}`, stats]))
  results.details = periodsOf(bounds).map((period, i) => ({
    ...period,
    values: top.map(({ values }) => groupOf(values, found.get(`${i} ${groupKey(values)}`) ?? emptySum)),
  }))
  return results
}

const estimateBound =
  'Different values and percentiles are estimates: exact ones need more memory than a query may use'

function valuesOf(functions: readonly StatsFunction[], figures: Figures): StatsGroup['values'] {
  const percentiles = functions.filter(isPercentile)
  return Object.fromEntries(
    functions.map(name => [
      name,
      figureOf(name, figures, isPercentile(name) ? percentiles.indexOf(name) : 0),
    ]),
  )
}
