import type { Viewer } from '../../metadata/dashboards/widget-queries.ts'
import type { ReportViewer } from '../../metadata/reports/reports.ts'

/** The user who asks for a report, and the check of queries. */
export interface Author extends ReportViewer, Viewer {
  /** Holds `search`, without which nobody gets a report. */
  maySearch: boolean
  /** Throws a Fault for an invalid query, keyed `type`, `params`, `params.<member>`. */
  check(type: string, params: Record<string, unknown>): void
}
