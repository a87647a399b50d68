import { type HostBand, type HostResults, hostSeries } from '../../charts/host-series.ts'
import type { QueryType } from '../../schema/query/query.ts'
import type { SystemType } from '../../schema/query/system-metrics.ts'
import type { Section } from '../document/document.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { eventRateChart, processingStatsChart, storageStatsChart } from './count-charts.ts'
import type { Drawing } from './drawing.ts'
import { bandsOverTime } from './over-time.ts'
import { palette, seriesColour } from './palette.ts'
import { lastNChart, topNChart } from './ranking-charts.ts'

/** Undefined when there is nothing to draw. */
type DrawChart = (input: ChartInput, size: ChartSize) => Chart | undefined

const noChart: DrawChart = () => undefined

const chartsByType: Record<QueryType, DrawChart> = {
  Search: noChart,
  Tasks: noChart,
  Notifications: noChart,
  Patterns: noChart,
  FieldStats: noChart,
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
 * The chart of an answer, with the geometry of the page. Undefined for types shown as a table, and without
 * data to draw.
 */
export function drawAnswer(section: Section, size: ChartSize): Drawing | undefined {
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
