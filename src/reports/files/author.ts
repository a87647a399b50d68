import type { Viewer } from '../../metadata/dashboards/widget-queries.ts'
import type { ReportViewer } from '../../metadata/reports/reports.ts'

/** The user who requests a report, and the check of queries. */
export interface Author extends ReportViewer, Viewer {
  /** Whether the user has the permission `search`, which every report requires. */
  maySearch: boolean
  /** Throws a Fault for an invalid query, keyed `type`, `params`, `params.<member>`. */
  check(type: string, params: Record<string, unknown>): void
}
