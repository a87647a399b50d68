import type { QueryRequest } from '../../schema/query/query.ts'
import { type ExportFormat, exportFormats } from '../../schema/reports/export-format.ts'
import type { Delivery } from '../../schema/reports/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { parseStrings } from '../database/json-column.ts'
import { nameKey } from '../database/tables.ts'

/** What a report, or each report of a schedule, contains. Exactly one of query and dashboardId is set. */
export interface ReportSpec {
  title: string
  format: ExportFormat
  query: QueryRequest | null
  dashboardId: number | null
  /** Replaces the time range of the query, or of each widget. */
  timeRange: TimeRange | null
  timezone: string
  emails: readonly string[]
  deliver: Delivery
  /** Days. */
  retention: number
}

interface SpecRow {
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

/** The columns of a row that hold a spec. */
export function specColumns(spec: ReportSpec): SpecRow & { title_key: string } {
  return {
    title: spec.title,
    title_key: nameKey(spec.title),
    format: spec.format,
    query: spec.query === null ? null : JSON.stringify(spec.query),
    dashboard_id: spec.dashboardId,
    time_range: spec.timeRange === null ? null : JSON.stringify(spec.timeRange),
    timezone: spec.timezone,
    emails: JSON.stringify(spec.emails),
    deliver: spec.deliver,
    retention: spec.retention,
  }
}

export function parseSpec(row: SpecRow): ReportSpec {
  return {
    title: row.title,
    format: isFormat(row.format) ? row.format : 'json',
    query: row.query === null ? null : (JSON.parse(row.query) as QueryRequest), // as specColumns wrote it
    dashboardId: row.dashboard_id,
    timeRange: row.time_range === null ? null : (JSON.parse(row.time_range) as TimeRange), // likewise
    timezone: row.timezone,
    emails: parseStrings(row.emails),
    deliver: row.deliver === 'link' ? 'link' : 'attachment',
    retention: row.retention,
  }
}

function isFormat(name: string): name is ExportFormat {
  return Object.hasOwn(exportFormats, name)
}
