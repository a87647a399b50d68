import { nameText } from '../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { type RankedRow, rankedRows, withOthersSummed } from '../../charts/ranking.ts'
import { toneOf } from '../../charts/severity.ts'
import { momentText } from '../../charts/time-text.ts'
import { topOverTime } from '../../charts/top-over-time.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { bandsOverTime, barsOverTime } from './over-time.ts'
import { palette, seriesColour, toneColour } from './palette.ts'
import { barList, donut } from './ranking.ts'

/** Maximum values with a colour of their own: people cannot distinguish more. */
const maxSeries = 12

/**
 * The most frequent values: over time if there are periods, as a donut if the widget wants it, otherwise as a
 * list.
 */
export function topNChart({ query, widget }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of this type (schema/query/query.ts).
  const results = query.results as TopNResults
  const field = String(query.params.field ?? 'host')
  const withRest = query.params.show_other === true
  const view = String(widget?.config.view_type ?? '')
  if (results.totals.values.length === 0) return undefined
  if (results.details && results.details.length > 0 && !/pie|donut|list|table|bar_chart|badge/.test(view)) {
    return overTime(field, results, withRest, view, { ...size, now: query.base_time })
  }
  const rows = rankedRows(field, results.totals, withRest)
  if (/pie|donut/.test(view)) {
    const slices = withOthersSummed(rows, maxSeries).map((row, index) => ({
      ...row,
      colour: colourOf(field, row, index),
    }))
    return donut(slices, results.totals.count, 'occurrences', size.width)
  }
  return barList(
    rows.map((row, index) => ({
      label: row.label,
      text: exactNumber(row.count),
      length: row.length,
      colour: row.rest || field === 'severity' ? colourOf(field, row, index) : palette.bar,
    })),
    size.width,
    90,
  )
}

function overTime(
  field: string,
  results: TopNResults,
  withRest: boolean,
  view: string,
  frame: ChartSize & { now: number },
): Chart {
  const { totals } = results
  const many = totals.values.length > maxSeries
  // The rest of a period is its sum minus the values that are shown.
  const shown = many
    ? { ...results, totals: { ...totals, values: totals.values.slice(0, maxSeries) } }
    : results
  const { series, stacks } = topOverTime(field, shown, withRest || many)
  const named = series.map((item, index) => ({ label: item.label, colour: colourOf(field, item, index) }))
  if (!/spline|area|line/.test(view)) return barsOverTime(stacks, named, frame)
  return bandsOverTime(
    stacks.map(stack => ({ ...stack, values: stack.counts })),
    named.map(item => ({ ...item, side: 'above' as const })),
    frame,
    { text: shortNumber },
  )
}

/** A severity has the same colour everywhere. Other values are coloured by index. */
function colourOf(field: string, { name, rest }: Pick<RankedRow, 'name' | 'rest'>, index: number): string {
  return field === 'severity' && !rest ? toneColour(toneOf(Number(name))) : seriesColour(index, rest)
}

/** The values seen last, with time and count. */
export function lastNChart({ query }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of this type (schema/query/query.ts).
  const { totals } = query.results as LastNResults
  if (totals.values.length === 0) return undefined
  const field = String(query.params.field ?? 'host')
  const most = totals.values.reduce((largest, value) => Math.max(largest, value.count), 1)
  return barList(
    totals.values.map(value => ({
      label: nameText(field, value.name),
      text: `${shortNumber(value.count)}  ·  ${momentText(value.last_seen, size.zone)}`,
      length: value.count / most,
      colour: palette.bar,
    })),
    size.width,
    170,
  )
}
