import type { QueryService } from '../../query/query-service.ts'
import type { ReportService } from '../../reports/report-service.ts'

/** The parts of reports and queries that report and schedule routes use. */
export interface ReportDeps {
  reports: ReportService
  queryService: Pick<QueryService, 'validate'>
}
