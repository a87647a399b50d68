import type { FastifyRequest } from 'fastify'
import type { Editor } from '../../metadata/dashboards/editor.ts'
import type { QueryService, Reader } from '../../query/query-service.ts'
import type { FaultCode } from '../../schema/fault.ts'
import { permissions } from '../../schema/people/group.ts'
import { readerOf } from '../auth/access.ts'

/** Errors of routes that validate the query of a widget. */
export const queryFaults: readonly FaultCode[] = ['query_syntax', 'range_too_deep']

/**
 * The caller as an editor of dashboards. `check` validates a widget's query with all permissions and hosts,
 * since other users may read the dashboard; its answers depend on the rights of each reader.
 */
export function editorOf(request: FastifyRequest, queryService: Pick<QueryService, 'validate'>): Editor {
  const caller = readerOf(request)
  const unlimited: Reader = { ...caller, permissions: new Set(permissions), hosts: ['*'] }
  return { ...caller, check: (type, params) => void queryService.validate(unlimited, type, params) }
}
