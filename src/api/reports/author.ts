import type { FastifyRequest } from 'fastify'
import type { ReportViewer } from '../../metadata/reports/reports.ts'
import type { QueryDesk } from '../../query/desk.ts'
import type { Author } from '../../reports/files/author.ts'
import { callerOf } from '../auth/access.ts'
import { editorFor } from '../dashboards/editor.ts'

/** The caller, as somebody who looks at reports. */
export function reportViewerFor(request: FastifyRequest): ReportViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesReports: permissions.has('manage_reports') }
}

/** The caller, as somebody who asks for them. */
export function authorFor(request: FastifyRequest, desk: Pick<QueryDesk, 'validate'>): Author {
  return {
    ...editorFor(request, desk),
    ...reportViewerFor(request),
    maySearch: callerOf(request).permissions.has('search'),
  }
}
