import type { DashboardDraft } from '../../schema/dashboards/dashboard.ts'
import type { ReportSchedule } from '../../schema/reports/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { QueryRequest } from '../api/queries.ts'
import { Observable } from '../state/observable.ts'

/** Initial content of the report dialog: a query, a dashboard of the page, or a schedule. */
export interface ReportDialogInput {
  title: string
  query?: QueryRequest
  /** A dashboard of the page, which is saved first, and its time range. */
  dashboard?: { draft: DashboardDraft & { title: string }; timeRange: TimeRange }
  /** A saved dashboard, and a preset that replaces its range. */
  dashboardId?: number
  range?: string
  recurring?: boolean
  schedule?: ReportSchedule
}

/** What the dialog was opened with, on whichever page; undefined while it is closed. */
export const reportDialogInput = new Observable<ReportDialogInput | undefined>(undefined)

/** Opens the dialog over any page. */
export function openReportDialog(input: ReportDialogInput): void {
  reportDialogInput.set(input)
}
