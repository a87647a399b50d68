import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { TemplateFolder } from '../../metadata/dashboards/template-folder.ts'
import type { QueryService } from '../../query/query-service.ts'

/** What the routes of dashboards need of metadata and queries. */
export interface DashboardDeps {
  dashboards: Pick<Dashboards, keyof Dashboards>
  templates: Pick<TemplateFolder, 'list' | 'read' | 'write'>
  queryService: Pick<QueryService, 'validate'>
}
