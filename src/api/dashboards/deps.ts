import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { TemplateFolder } from '../../metadata/dashboards/templates/template-folder.ts'
import type { TemplateOwners } from '../../metadata/dashboards/templates/template-owners.ts'
import type { QueryService } from '../../query/query-service.ts'

/** The parts of metadata and queries that dashboard routes use. */
export interface DashboardDeps {
  dashboards: Dashboards
  templates: Pick<TemplateFolder, 'list' | 'read' | 'write' | 'paths' | 'remove'>
  templateOwners: Pick<TemplateOwners, 'ownedBy' | 'ownerOf' | 'requireRoom' | 'set' | 'remove'>
  queryService: Pick<QueryService, 'validate'>
}
