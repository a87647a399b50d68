import type { FastifyRequest } from 'fastify'
import type { ReportViewer } from '../../metadata/reports/reports.ts'
import type { QueryService } from '../../query/query-service.ts'
import type { Author } from '../../reports/files/author.ts'
import { callerOf } from '../auth/access.ts'
import { editorOf } from '../dashboards/editor.ts'

/** The caller as a reader of reports. */
export function reportViewerOf(request: FastifyRequest): ReportViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesReports: permissions.has('manage_reports') }
}

/** The caller as an author of reports. */
export function authorOf(request: FastifyRequest, queryService: Pick<QueryService, 'validate'>): Author {
  return {
    ...editorOf(request, queryService),
    ...reportViewerOf(request),
    maySearch: callerOf(request).permissions.has('search'),
  }
}
