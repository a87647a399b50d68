import { Type } from 'typebox'
import type { QueryService } from '../../query/query-service.ts'
import type { ReportService } from '../../reports/report-service.ts'

/** The parts of reports and queries that report and schedule routes use. */
export interface ReportDeps {
  reports: ReportService
  queryService: Pick<QueryService, 'validate'>
}

export const showAll = Type.Boolean({
  default: false,
  description: 'Also reports of other users; requires manage_reports',
})
