import type { DashboardDraft } from '../../schema/dashboard.ts'
import type { ReportSchedule } from '../../schema/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { QueryRequest } from '../api/queries.ts'
import { Observable } from '../state/observable.ts'

/** What somebody wants a report of. At least one of `ask`, `dashboard` and `schedule` is there. */
export interface ReportDialogInput {
  title: string
  /** A query on the page. */
  query?: QueryRequest
  /** A dashboard of the page itself, which is kept as a saved one, and the time that it shows. */
  dashboard?: { draft: DashboardDraft & { title: string }; timeRange: TimeRange }
  /** Again and again from the start, instead of once. */
  recurring?: boolean
  /** A schedule to change. */
  schedule?: ReportSchedule
}

/** The wish whose form is open. */
export const reportDialogInput = new Observable<ReportDialogInput | undefined>(undefined)

/** Opens the form for a report or a schedule. */
export function openReportDialog(wish: ReportDialogInput): void {
  reportDialogInput.set(wish)
}
