import { endedPeriods } from '../../charts/ended-periods.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { rankedRows } from '../../charts/ranking.ts'
import { groupText, statsDefaults, statsFunctionTexts, statsValueText } from '../../charts/stats-text.ts'
import type { FieldStatsResults } from '../../schema/query/field-stats.ts'
import type { StatsParams, StatsResults } from '../../schema/query/stats.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { linesOverTime } from './over-time.ts'
import { palette, valueColours } from './palette.ts'
import { barList } from './ranking-charts.ts'

/** Maximum number of lines that can be told apart. */
const maxSeries = 12
/** Width for the numbers beside bars. */
const numberWidth = 90

/**
 * The first function of each group of a Stats: over time if there are periods, otherwise as a list. Undefined
 * if the widget shows a table or a number, and for a single number.
 */
export function statsChart({ query, widget }: ChartInput, size: ChartSize): Chart | undefined {
  // The params and results of a Stats.
  const { functions, groupBy } = statsDefaults(query.params as StatsParams)
  const results = query.results as StatsResults
  const view = String(widget?.config.view_type ?? '')
  if (/list|table|badge/.test(view) || results.totals.values.length === 0) return undefined
  const [first = 'count'] = functions
  const labelOf = (group: readonly (string | number)[]) =>
    groupText(groupBy, group) || statsFunctionTexts[first]
  if (results.details !== undefined && view !== 'bar_chart') {
    const groups = results.totals.values.slice(0, maxSeries)
    const samples = results.details.map(({ values, ...period }) => ({
      ...period,
      values: groups.map((_, index) => values[index]?.values[first] ?? Number.NaN),
    }))
    const names = groups.map(({ group }) => ({ name: group.join(' '), rest: false }))
    const colours = valueColours(groupBy.join(' '), names)
    return linesOverTime(
      endedPeriods(samples, query.base_time),
      groups.map(({ group }, index) => ({
        label: labelOf(group),
        colour: colours[index] ?? palette.bar,
      })),
      { ...size, now: query.base_time },
    )
  }
  if (groupBy.length === 0) return undefined
  const rows = results.totals.values.map(({ group, values }) => ({
    label: labelOf(group),
    value: values[first],
  }))
  const largest = rows.reduce((max, { value }) => Math.max(max, value ?? 0), 0)
  const list = barList(
    rows.map(({ label, value }) => ({
      label,
      text: statsValueText(value),
      length: largest > 0 ? Math.max(0, (value ?? 0) / largest) : 0,
      colour: palette.bar,
    })),
    size.width,
    numberWidth,
  )
  return functions.length === 1 ? list : { ...list, hasWholeTable: false }
}

/** The most frequent values of a field. */
export function fieldStatsChart({ query }: ChartInput, { width }: ChartSize): Chart | undefined {
  // The results of a FieldStats.
  const { totals } = query.results as FieldStatsResults
  if (totals.values.length === 0) return undefined
  const rows = rankedRows(String(query.params.field ?? 'host'), totals, false)
  return barList(
    rows.map(({ label, count, length }) => ({
      label,
      text: exactNumber(count),
      length,
      colour: palette.bar,
    })),
    width,
    numberWidth,
  )
}
