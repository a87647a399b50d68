import { type HostBand, type HostResults, hostSeries } from '../../charts/host-series.ts'
import { shortNumber } from '../../charts/number-text.ts'
import { rateFigures } from '../../charts/rate-figures.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { QueryType } from '../../schema/query/query.ts'
import type { StorageStatsResults } from '../../schema/query/storage-stats.ts'
import type { SystemType } from '../../schema/query/system.ts'
import type { Section } from '../document/document.ts'
import { type Chart, type ChartInput, type ChartSize, legend } from './chart.ts'
import { type Drawing, text } from './drawing.ts'
import { bandsOverTime, barsOverTime } from './over-time.ts'
import { palette, seriesColour } from './palette.ts'
import { lastNChart, topNChart } from './ranking-charts.ts'
import { fieldStatsChart, statsChart } from './stats-charts.ts'

const receivedSeries = [
  { label: 'New', colour: seriesColour(0) },
  { label: 'Duplicates', colour: seriesColour(1) },
  { label: 'Out of time', colour: seriesColour(3) },
]

const rowHeight = 30

/** Draws an answer; undefined: there is nothing to draw. */
type ChartDrawer = (input: ChartInput, size: ChartSize) => Chart | undefined

const noChart: ChartDrawer = () => undefined

const chartsByType: Record<QueryType, ChartDrawer> = {
  Search: noChart,
  Tasks: noChart,
  Notifications: noChart,
  Patterns: noChart,
  FieldStats: fieldStatsChart,
  Stats: statsChart,
  Changes: noChart,
  EventRate: eventRateChart,
  TopN: topNChart,
  LastN: lastNChart,
  StorageStats: storageStatsChart,
  ProcessingStats: processingStatsChart,
  System_CPU: systemChart,
  System_Memory: systemChart,
  System_DF: systemChart,
  System_IOPS: systemChart,
  System_Network: systemChart,
  System_NetworkErrors: systemChart,
}

/**
 * The chart of an answer, with the same geometry as on the web page. Undefined for types that reports show as
 * a table, and without data to draw.
 */
export function drawChart(section: Section, size: ChartSize): Drawing | undefined {
  const { title, type, query, widget } = section
  if (!type || !query) return undefined
  const chart = chartsByType[type]({ title, type, query, widget }, size)
  return chart && { ...chart, width: size.width, description: `Chart: ${title}` }
}

/** Metrics of the host over time, where samples exist. */
function systemChart({ type, query }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of the System_ types (schema/query/system.ts), the only types of this function.
  const series = hostSeries(type as SystemType, query.results as unknown as HostResults)
  if (!series) return undefined
  const { bands, samples, from, top, base, text } = series
  return bandsOverTime(
    samples,
    bands.map(band => ({ ...band, colour: colourOf(band) })),
    { ...size, now: query.base_time },
    { from, base, text, ...(top === undefined ? {} : { top }) },
  )
}

function colourOf({ slot }: HostBand): string {
  return slot === 'rest' ? palette.rest : seriesColour(slot)
}

/** Events over time, with the average as a level. */
function eventRateChart({ query, title }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of this type (schema/query/query.ts).
  const results = query.results as EventRateResults
  if (results.details.length === 0) return undefined
  return barsOverTime(
    results.details.map(period => ({ ...period, counts: [period.count] })),
    [{ label: title, colour: palette.bar }],
    { ...size, now: query.base_time },
    rateFigures(results, query.base_time).level,
  )
}

/** Received events by outcome. */
function processingStatsChart({ query }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of this type (schema/query/query.ts).
  const { details } = query.results as ProcessingStatsResults
  if (details.length === 0) return undefined
  return barsOverTime(
    details.map(period => ({ ...period, counts: [period.new, period.duplicates, period.oot] })),
    receivedSeries,
    { ...size, now: query.base_time },
  )
}

/** Share of first occurrences among all stored occurrences: a bar for the range, and one for all time. */
function storageStatsChart({ query }: ChartInput, { width }: ChartSize): Chart {
  // The results of this type (schema/query/query.ts).
  const { totals, all_time } = query.results as StorageStatsResults
  const bars = [
    { label: 'In this range', counts: totals },
    { label: 'All time', counts: all_time },
  ]
  const left = 100
  const track = Math.max(20, width - left - 60)
  const shapes = bars.flatMap(({ label, counts }, index): Chart['shapes'] => {
    const bar = { kind: 'rect', x: left, y: index * rowHeight + 6, height: 13 } as const
    const y = index * rowHeight + 17
    const newWidth = counts.total > 0 ? (counts.new / counts.total) * track : 0
    const total = shortNumber(counts.total)
    return [
      text(0, y, label, { anchor: 'start', colour: palette.ink, maxWidth: left - 8 }),
      { ...bar, width: track, fill: counts.total > 0 ? seriesColour(1) : palette.track },
      { ...bar, width: newWidth, fill: seriesColour(0) },
      text(width, y, total, { anchor: 'end', colour: palette.inkSoft, maxWidth: 56 }),
    ]
  })
  const key = legend(receivedSeries.slice(0, 2), left, bars.length * rowHeight, track)
  return { shapes: [...shapes, ...key.shapes], height: bars.length * rowHeight + key.height }
}
