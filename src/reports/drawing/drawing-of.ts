import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document.ts'
import { eventRateChart, processingStatsChart, storageStatsChart } from './count-charts.ts'
import type { Drawing } from './drawing.ts'
import { systemChart } from './host-charts.ts'
import { lastNChart, topNChart } from './ranking-charts.ts'

/** What a picture is made of: an answer with totals, and how its widget wants it shown. */
export interface ChartInput {
  title: string
  type: QueryType
  query: QueryRepresentation
  widget: Section['widget']
}

/** The room of a picture, and the zone of its times. */
export interface ChartSize {
  /** CSS pixels. */
  width: number
  /** Of a plot over time, without its legend. */
  height: number
  /** IANA name. */
  zone: string
}

export type Chart = Pick<Drawing, 'shapes' | 'height'>

/** Draws an answer; undefined when there is nothing to draw. */
type DrawChart = (subject: ChartInput, sheet: ChartSize) => Chart | undefined

const noChart: DrawChart = () => undefined

const chartsByType: Record<QueryType, DrawChart> = {
  Search: noChart,
  Tasks: noChart,
  Notifications: noChart,
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
 * The picture of an answer, made by the geometry that the page draws with: undefined for types that are read as a table, and
 * where there is nothing to show.
 */
export function drawAnswer(section: Section, sheet: ChartSize): Drawing | undefined {
  const { title, type, query, widget } = section
  if (!type || !query) return undefined
  const picture = chartsByType[type]({ title, type, query, widget }, sheet)
  return picture && { ...picture, width: sheet.width, description: `Chart: ${title}` }
}
