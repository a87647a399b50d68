import type { TopNParams, TopNResults, TopValue } from '../../schema/query/top-n.ts'
import { type OracleEvent, occurrencesIn } from './events.ts'
import { type Counted, countIn, countsBy, valueIn } from './oracle-counts.ts'
import { periodsOf } from './oracle-event-rate.ts'
import type { OracleRange } from './oracle-range.ts'

/** The expected answer of a TopN query, from all occurrences. */
export function oracleTopN(
  matching: readonly OracleEvent[],
  params: TopNParams,
  range: OracleRange,
): TopNResults {
  const { field = 'host', limit = 5, ignore_empty = true } = params
  const { subfields = [], subfields_limit = 5 } = params
  const { from, to } = range

  const withBreakdown = (
    events: readonly OracleEvent[],
    value: Counted,
    from: number,
    to: number,
  ): TopValue => {
    if (subfields.length === 0) return value
    const having = events.filter(event => valueIn(event, field) === value.name)
    const breakdown = subfields.map(subfield => [
      subfield,
      countsBy(having, subfield, ignore_empty, from, to).slice(0, subfields_limit),
    ])
    return { ...value, subfields: Object.fromEntries(breakdown) }
  }

  const ranked = countsBy(matching, field, ignore_empty, from, to)
  const top = ranked.slice(0, limit)
  const values = top.map(value => withBreakdown(matching, value, from, to))
  const sumOf = (values: readonly TopValue[]) => values.reduce((sum, { count }) => sum + count, 0)
  const other = sumOf(ranked.slice(limit))
  if (params.show_other === true && other > 0) values.push({ name: 'other', count: other })
  const results: TopNResults = {
    totals: { ts_from: from, ts_to: to, values, cardinality: ranked.length, count: sumOf(ranked) },
  }

  const periods = periodsOf(range).map(({ ts_from, ts_to }) => {
    const inside = matching.filter(event => occurrencesIn(event, ts_from, ts_to).length > 0)
    const ranked = countsBy(inside, field, ignore_empty, ts_from, ts_to)
    return {
      ts_from,
      ts_to,
      values: ranked.slice(0, limit).map(value => withBreakdown(inside, value, ts_from, ts_to)),
      total_values: top.map(({ name }) => ({
        name,
        count: ranked.find(value => value.name === name)?.count ?? 0,
      })),
      total_count: countIn(inside, ts_from, ts_to),
    }
  })
  if (params.with_subperiods === true) results.details = periods
  if (params.top_periods === true) {
    results.top_periods = periods
      .filter(({ total_count }) => total_count > 0)
      .sort((a, b) => b.total_count - a.total_count || a.ts_from - b.ts_from)
      .slice(0, limit)
      .map(({ total_values: _, ...period }) => period)
  }
  return results
}
