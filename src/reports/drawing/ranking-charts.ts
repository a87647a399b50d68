import { donutArcs } from '../../charts/donut.ts'
import { nameText } from '../../charts/name-text.ts'
import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import { rankedRows, withOthersSummed } from '../../charts/ranking.ts'
import { momentText } from '../../charts/time-text.ts'
import { topOverTime } from '../../charts/top-over-time.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { type Shape, text } from './drawing.ts'
import { heatMapOverTime } from './heat-map.ts'
import { bandsOverTime, barsOverTime } from './over-time.ts'
import { palette, valueColours } from './palette.ts'

/** Maximum rows of a drawn list; the table has all rows. */
const maxBars = 20
const rowHeight = 21
const legendRowHeight = 19
/** Width of a wide letter, in pixels. A label whose letters would all fit at this width is never cut off. */
const maxLetterWidth = 9
/** Maximum values with a colour of their own: people cannot distinguish more. */
const maxSeries = 12

/** Views of a widget that show totals even if there are periods. Does not match time_chart_bars. */
const viewsWithoutTime = /pie|donut|list|table|bar_chart|badge/

/**
 * The most frequent values: over time if there are periods, as a donut if the widget wants it, otherwise as a
 * list.
 */
export function topNChart({ query, widget }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of this type (schema/query/query.ts).
  const results = query.results as TopNResults
  const field = String(query.params.field ?? 'host')
  const withRest = query.params.show_other === true
  // For example list, pie_chart or time_chart_bars.
  const view = String(widget?.config.view_type ?? '')
  if (results.totals.values.length === 0) return undefined
  const isOverTime = !viewsWithoutTime.test(view) && (results.details ?? []).length > 0
  if (isOverTime) return overTime(field, results, withRest, view, { ...size, now: query.base_time })
  const rows = rankedRows(field, results.totals, withRest)
  if (/pie|donut/.test(view)) {
    const slices = withOthersSummed(rows, maxSeries)
    const colours = valueColours(field, slices)
    const coloured = slices.map((row, index) => ({ ...row, colour: colours[index] ?? palette.rest }))
    return donut(coloured, results.totals.count, 'occurrences', size.width)
  }
  const colours = valueColours(field, rows)
  return barList(
    rows.map((row, index) => ({
      label: row.label,
      text: exactNumber(row.count),
      length: row.length,
      colour: (row.rest || field === 'severity' ? colours[index] : undefined) ?? palette.bar,
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
  if (/heat/.test(view)) return heatMapOverTime(topOverTime(field, results, withRest), frame)
  const { totals } = results
  const isTruncated = totals.values.length > maxSeries
  // The rest of a period is its sum minus the values that are shown.
  const shown = isTruncated
    ? { ...results, totals: { ...totals, values: totals.values.slice(0, maxSeries) } }
    : results
  const { series, stacks } = topOverTime(field, shown, withRest || isTruncated)
  const colours = valueColours(field, series)
  const named = series.map(({ label }, index) => ({ label, colour: colours[index] ?? palette.rest }))
  if (!/spline|area|line/.test(view)) return barsOverTime(stacks, named, frame)
  return bandsOverTime(
    stacks.map(stack => ({ ...stack, values: stack.counts })),
    named.map(item => ({ ...item, side: 'above' as const })),
    frame,
    { text: shortNumber },
  )
}

/** The values seen last, with time and count. */
export function lastNChart({ query }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of this type (schema/query/query.ts).
  const { totals } = query.results as LastNResults
  if (totals.values.length === 0) return undefined
  const field = String(query.params.field ?? 'host')
  const maxCount = totals.values.reduce((largest, value) => Math.max(largest, value.count), 1)
  return barList(
    totals.values.map(value => ({
      label: nameText(field, value.name),
      text: `${exactNumber(value.count)}  ·  ${momentText(value.last_seen, size.zone)}`,
      length: value.count / maxCount,
      colour: palette.bar,
    })),
    size.width,
    190,
  )
}

/** A bar of `barList`. */
export interface RankedBar {
  label: string
  /** Beside the bar. */
  text: string
  /** 0 to 1. */
  length: number
  colour: string
}

/**
 * A list of values with bars. `textRoom` is the width reserved for the texts beside the bars, which have all
 * figures of the table.
 */
export function barList(bars: readonly RankedBar[], width: number, textRoom: number): Chart {
  const shown = bars.slice(0, maxBars)
  const nameWidth = Math.min(220, width * 0.36)
  const left = nameWidth + 12
  const track = Math.max(20, width - textRoom - 12 - left)
  const shapes = shown.flatMap(({ label, text: value, length, colour }, index): Shape[] => {
    const y = index * rowHeight
    const bar = { kind: 'rect', x: left, y: y + 6, height: 9, radius: 2 } as const
    const filled = length > 0 ? Math.max(2, track * length) : 0
    return [
      text(0, y + 14, label, { anchor: 'start', colour: palette.ink, maxWidth: nameWidth }),
      { ...bar, width: track, fill: palette.track },
      { ...bar, width: filled, fill: colour },
      text(width, y + 14, value, { anchor: 'end', colour: palette.inkSoft, maxWidth: textRoom }),
    ]
  })
  if (bars.length <= maxBars) {
    const hasWholeTable = bars.every(({ label }) => label.length * maxLetterWidth <= nameWidth)
    return { shapes, height: shown.length * rowHeight, hasWholeTable }
  }
  const more = `and ${bars.length - maxBars} more`
  const y = shown.length * rowHeight + 14
  shapes.push(text(0, y, more, { anchor: 'start', colour: palette.inkFaint, maxWidth: width }))
  return { shapes, height: (shown.length + 1) * rowHeight }
}

/** A donut of `total`, with its legend beside it. */
function donut(
  slices: readonly { label: string; count: number; share: number; colour: string }[],
  total: number,
  unit: string,
  width: number,
): Chart {
  const radius = Math.min(74, width * 0.22)
  const height = Math.max(radius * 2 + 4, slices.length * legendRowHeight)
  const [x, y] = [radius + 2, height / 2]
  const shapes: Shape[] = donutArcs(
    slices.map(slice => slice.count),
    total,
    radius,
    radius * 0.68,
  ).map(arc => ({ kind: 'path', path: arc.path, x, y, fill: slices[arc.index]?.colour ?? palette.rest }))
  const middle = { anchor: 'middle', maxWidth: radius * 1.2 } as const
  shapes.push(
    text(x, y + 3, shortNumber(total), { ...middle, size: 19, colour: palette.ink, weight: 'bold' }),
    text(x, y + 17, unit, { ...middle, size: 9.5, colour: palette.inkFaint }),
  )
  const left = radius * 2 + 24
  const top = (height - slices.length * legendRowHeight) / 2
  // With little room, names and shares have priority over counts.
  const [roomForShare, roomForBoth, minLabelWidth] = [64, 126, 70]
  const withCounts = width - left - roomForBoth >= minLabelWidth
  const labelWidth = Math.max(20, width - left - (withCounts ? roomForBoth : roomForShare))
  for (const [index, { label: name, colour, count, share }] of slices.entries()) {
    const y = top + index * legendRowHeight + 13.5
    shapes.push(
      { kind: 'rect', x: left, y: y - 8.5, width: 9, height: 9, fill: colour, radius: 2 },
      text(left + 15, y, name, { anchor: 'start', colour: palette.ink, maxWidth: labelWidth }),
      text(width, y, shareText(share), { anchor: 'end', colour: palette.inkFaint, maxWidth: 46 }),
    )
    if (withCounts)
      shapes.push(
        text(width - 50, y, shortNumber(count), { anchor: 'end', colour: palette.inkSoft, maxWidth: 60 }),
      )
  }
  return { shapes, height }
}
