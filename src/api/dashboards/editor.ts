import type { FastifyRequest } from 'fastify'
import type { Editor } from '../../metadata/dashboards/editor.ts'
import type { Viewer } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryDesk } from '../../query/desk.ts'
import type { FaultCode } from '../../schema/fault.ts'
import { callerOf, readerOf } from '../auth/access.ts'

/** Errors of whatever checks the query of a widget. */
export const queryFaults: readonly FaultCode[] = ['query_syntax', 'range_too_deep']

/** The caller, as somebody who looks at dashboards. */
export function viewerFor(request: FastifyRequest): Viewer {
  const { user, permissions } = callerOf(request)
  return {
    userId: user.id,
    managesDashboards: permissions.has('manage_dashboards'),
    managesWidgets: permissions.has('manage_widgets'),
  }
}

/**
 * The caller, as somebody who changes them. Whether a query can be asked at all does not hang on which hosts one sees: a
 * dashboard may be made for others.
 */
export function editorFor(request: FastifyRequest, desk: Pick<QueryDesk, 'validate'>): Editor {
  const reader = { ...readerOf(callerOf(request)), hosts: ['*'] }
  return {
    ...viewerFor(request),
    check(type, params) {
      desk.validate(reader, type, params)
    },
  }
}
