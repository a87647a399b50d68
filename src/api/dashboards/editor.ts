import type { FastifyRequest } from 'fastify'
import type { Editor } from '../../metadata/dashboards/editor.ts'
import type { Viewer } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryService, Reader } from '../../query/query-service.ts'
import type { FaultCode } from '../../schema/fault.ts'
import { permissions } from '../../schema/group.ts'
import { callerOf, readerOf } from '../auth/access.ts'

/** Errors of routes that validate the query of a widget. */
export const queryFaults: readonly FaultCode[] = ['query_syntax', 'range_too_deep']

/** The caller as a reader of dashboards. */
export function viewerOf(request: FastifyRequest): Viewer {
  const { user, permissions: held } = callerOf(request)
  return {
    userId: user.id,
    managesDashboards: held.has('manage_dashboards'),
    managesWidgets: held.has('manage_widgets'),
  }
}

/**
 * The caller as an editor of dashboards. Queries are checked with all permissions: a dashboard may be made for others, and each
 * reader is answered with their own rights.
 */
export function editorOf(request: FastifyRequest, queryService: Pick<QueryService, 'validate'>): Editor {
  let reader: Reader | undefined
  return {
    ...viewerOf(request),
    check(type, params) {
      reader ??= { ...readerOf(request), permissions: new Set(permissions), hosts: ['*'] }
      queryService.validate(reader, type, params)
    },
  }
}
