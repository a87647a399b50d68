import type { TopNResults } from '../schema/query/top-n.ts'
import type { Stack } from './bars.ts'
import { nameText } from './name-text.ts'
import { endsWithRest } from './ranking.ts'
import { chartTexts } from './texts.ts'

/**
 * A TopN with periods as stacked bars: a series for each value of the totals, and on top the rest, if any.
 */
export interface TopOverTime {
  /** `rest`: true for the sum of all other values, which no filter finds. */
  series: { name: string | number; label: string; count: number; rest: boolean }[]
  stacks: Stack[]
}

/** Computes the bars of a TopN with periods. `withRest`: the query has show_other. */
export function topOverTime(field: string, results: TopNResults, withRest: boolean): TopOverTime {
  const values = results.totals.values
  const ranked = endsWithRest(values, withRest) ? values.slice(0, -1) : values
  let rest = 0
  const periods = (results.details ?? []).map(period => {
    // total_values has the order of totals.values.
    const counts = ranked.map((_, index) => period.total_values[index]?.count ?? 0)
    const restCount = Math.max(0, period.total_count - counts.reduce((sum, count) => sum + count, 0))
    rest += restCount
    return { ts_from: period.ts_from, ts_to: period.ts_to, counts, restCount }
  })
  const hasRest = withRest && rest > 0
  const series: TopOverTime['series'] = ranked.map(value => ({
    name: value.name,
    label: nameText(field, value.name),
    count: value.count,
    rest: false,
  }))
  if (hasRest) series.push({ name: 'other', label: chartTexts.rest, count: rest, rest: true })
  const stacks = periods.map(({ counts, restCount, ...period }) => ({
    ...period,
    counts: hasRest ? [...counts, restCount] : counts,
  }))
  return { series, stacks }
}
