import type { DashboardDraft } from '../../schema/dashboards/dashboard.ts'
import type { ReportSchedule } from '../../schema/reports/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { QueryRequest } from '../api/queries.ts'
import { Observable } from '../state/observable.ts'

/** What the report dialog starts with: one of `query`, `dashboard`, `dashboardId` and `schedule`. */
export interface ReportDialogInput {
  title: string
  query?: QueryRequest
  /** The overview, which is not stored and therefore saved first, and the range that the page shows. */
  dashboard?: { draft: DashboardDraft & { title: string }; timeRange: TimeRange }
  /** A saved dashboard, and a preset that replaces its range. */
  dashboardId?: number
  range?: string
  /** The dialog first shows a schedule by a crontab, not a report that is made now. */
  recurring?: boolean
  schedule?: ReportSchedule
}

/** What the dialog was opened with, on whichever page; undefined while it is closed. */
export const reportDialogInput = new Observable<ReportDialogInput | undefined>(undefined)

/** Opens the dialog over any page. */
export function openReportDialog(input: ReportDialogInput): void {
  reportDialogInput.set(input)
}
