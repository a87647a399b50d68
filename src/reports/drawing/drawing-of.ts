import type { QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document/document.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { eventRateChart, processingStatsChart, storageStatsChart } from './count-charts.ts'
import type { Drawing } from './drawing.ts'
import { systemChart } from './host-charts.ts'
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
