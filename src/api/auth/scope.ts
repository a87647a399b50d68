import type { FastifyRequest } from 'fastify'
import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import type { Caller } from '../../metadata/identity/identity.ts'
import { Fault } from '../../schema/fault.ts'
import type { TokenScope } from '../../schema/people/auth-token.ts'
import { objectIdOf, pathParameter } from '../http/path-parameters.ts'
import { readerOf } from './access.ts'

/**
 * Whether a request reads only what is in the scope of its token, which is one dashboard. A route without
 * this check refuses tokens with a scope.
 */
export type ScopeCheck = (request: FastifyRequest, scope: TokenScope) => boolean | Promise<boolean>

/** Throws permission_denied for a request outside of its token's scope. */
export async function requireScope(
  request: FastifyRequest,
  { scope }: Caller,
  isInScope: ScopeCheck | undefined,
): Promise<void> {
  if (scope === undefined || (await isInScope?.(request, scope)) === true) return
  throw scopeFault(scope)
}

/** The error for a request outside of the scope of its token. */
export function scopeFault({ dashboard_id: id }: Pick<TokenScope, 'dashboard_id'>): Fault {
  return new Fault('permission_denied', { detail: `This token reads the dashboard ${id} only.` })
}

/** For routes that show the caller, or check each object themselves. */
export const anyScope: ScopeCheck = () => true

/** For routes of one dashboard. */
export const isScopedDashboard: ScopeCheck = (request, scope) => objectIdOf(request) === scope.dashboard_id

/** For routes of one query: allows queries of the dashboard's widgets, with the scope's variable values. */
export function isScopedQuery(widgets: Pick<WidgetQueries, 'byQueryId'>): ScopeCheck {
  return async (request, scope) => {
    const query = await widgets.byQueryId(readerOf(request), pathParameter(request, 'qid'))
    return query?.dashboardId === scope.dashboard_id
  }
}
