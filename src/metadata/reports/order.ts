import type { ExportFormat } from '../../schema/export-format.ts'
import { exportFormats } from '../../schema/export-format.ts'
import type { QueryRequest } from '../../schema/query/query.ts'
import type { Delivery } from '../../schema/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { nameKey } from '../tables.ts'

/** What is asked for: one report, or each one of a schedule. Exactly one of query and dashboardId is there. */
export interface ReportOrder {
  title: string
  format: ExportFormat
  query: QueryRequest | null
  dashboardId: number | null
  /** Instead of that of the query, or of each widget. */
  timeRange: TimeRange | null
  timezone: string
  emails: readonly string[]
  deliver: Delivery
  /** Days. */
  retention: number
}

interface OrderRow {
  title: string
  format: string
  query: string | null
  dashboard_id: number | null
  time_range: string | null
  timezone: string
  emails: string
  deliver: string
  retention: number
}

/** The columns of an order. */
export function orderColumns(order: ReportOrder): OrderRow & { title_key: string } {
  return {
    title: order.title,
    title_key: nameKey(order.title),
    format: order.format,
    query: order.query === null ? null : JSON.stringify(order.query),
    dashboard_id: order.dashboardId,
    time_range: order.timeRange === null ? null : JSON.stringify(order.timeRange),
    timezone: order.timezone,
    emails: JSON.stringify(order.emails),
    deliver: order.deliver,
    retention: order.retention,
  }
}

/** The order in a row, which `orderColumns` wrote. */
export function orderOf(row: OrderRow): ReportOrder {
  return {
    title: row.title,
    format: isFormat(row.format) ? row.format : 'json',
    query: row.query === null ? null : (JSON.parse(row.query) as QueryRequest), // as orderColumns wrote it
    dashboardId: row.dashboard_id,
    timeRange: row.time_range === null ? null : (JSON.parse(row.time_range) as TimeRange), // likewise
    timezone: row.timezone,
    emails: textsOf(row.emails),
    deliver: row.deliver === 'link' ? 'link' : 'attachment',
    retention: row.retention,
  }
}

/** A list of texts that was kept as JSON. */
export function textsOf(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

function isFormat(name: string): name is ExportFormat {
  return Object.hasOwn(exportFormats, name)
}
