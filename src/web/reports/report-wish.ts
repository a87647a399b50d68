import type { DashboardDraft } from '../../schema/dashboard.ts'
import type { ReportSchedule } from '../../schema/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { Observable } from '../state/observable.ts'
import type { Ask } from '../wire/queries.ts'

/** What somebody wants a report of. At least one of `ask`, `dashboard` and `schedule` is there. */
export interface ReportWish {
  title: string
  /** A query on the page. */
  ask?: Ask
  /** A dashboard of the page itself, which is kept as a saved one, and the time that it shows. */
  dashboard?: { draft: DashboardDraft & { title: string }; timeRange: TimeRange }
  /** Again and again from the start, instead of once. */
  repeats?: boolean
  /** A schedule to change. */
  schedule?: ReportSchedule
}

/** The wish whose form is open. */
export const reportWish = new Observable<ReportWish | undefined>(undefined)

/** Opens the form for a report or a schedule. */
export function wishReport(wish: ReportWish): void {
  reportWish.set(wish)
}
