import type { Viewer } from '../../metadata/dashboards/widget-queries.ts'
import type { ReportViewer } from '../../metadata/reports/reports.ts'

/** Who asks for reports, with the means to tell a good query from a bad one. */
export interface Author extends ReportViewer, Viewer {
  /** Holds `search`: nobody is told by a report what they may not ask themselves. */
  maySearch: boolean
  /** Throws a Fault keyed `type`, `params`, `params.<member>` for what cannot be asked. */
  check(type: string, params: Record<string, unknown>): void
}
