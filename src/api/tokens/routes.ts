import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { missingFault } from '../../metadata/repository/require.ts'
import type { Tokens, TokenViewer } from '../../metadata/tokens/tokens.ts'
import type { Reader } from '../../query/query-service.ts'
import { readVariables } from '../../schema/dashboards/dashboard-variable.ts'
import { Fault } from '../../schema/fault.ts'
import {
  AuthToken,
  AuthTokenDraft,
  type TokenScope,
  tokenOrderFields,
  tokenTypes,
} from '../../schema/people/auth-token.ts'
import { callerOf, readerOf } from '../auth/access.ts'
import { refuseLimitedToken } from '../auth/limited-tokens.ts'
import type { DashboardDeps } from '../dashboards/deps.ts'
import type { App } from '../http/app.ts'
import { stringEnum } from '../http/schemas.ts'
import { textKey } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The part of metadata that these routes use. */
export type TokenRepository = Pick<Tokens, 'list' | 'get' | 'create' | 'remove'>

interface TokenDeps {
  tokens: TokenRepository
  dashboards: Pick<DashboardDeps['dashboards'], 'get'>
}

/** Tokens: the caller's; holders of manage_users see all. */
export function tokenRoutes(app: App, { tokens, dashboards }: TokenDeps): void {
  resourceRoutes(app, {
    path: '/api/authtokens',
    key: textKey('secret_key', 'The key; for a holder of manage_users also the id'),
    access: 'user',
    caller(request) {
      requireKeysAllowed(request)
      return { ...viewerOf(request), reader: readerOf(request) }
    },
    item: AuthToken,
    list: {
      summary: 'Active tokens',
      orderBy: tokenOrderFields,
      query: {
        token_type: Type.Optional(stringEnum(tokenTypes, { description: 'Only tokens of this kind' })),
        show_all: Type.Boolean({
          default: false,
          description: 'Also tokens of other users; requires manage_users',
        }),
      },
      run: (page, viewer, { token_type, show_all }) =>
        tokens.list(viewer, {
          ...page,
          ...(token_type !== undefined && { type: token_type }),
          showAll: show_all,
        }),
    },
    create: {
      summary: 'Create a token',
      faults: ['conflict'],
      body: AuthTokenDraft,
      status: 201,
      async run(draft, { reader, ...viewer }) {
        if (draft.scope != null) await requireValidScope(dashboards, reader, draft.scope)
        return tokens.create(viewer, draft)
      },
    },
    get: { summary: 'One token', run: (key, viewer) => tokens.get(viewer, key) },
    delete: { summary: 'Revoke a token', run: (key, viewer) => tokens.remove(viewer, key) },
  })
}

/**
 * Throws validation for a dashboard that the caller may not read, and for values of variables that the
 * dashboard does not have.
 */
async function requireValidScope(
  dashboards: TokenDeps['dashboards'],
  reader: Reader,
  { dashboard_id: id, values = {} }: TokenScope,
): Promise<void> {
  const { config } = await dashboards.get(reader, id).catch(error => {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    throw missingFault('scope.dashboard_id', id)
  })
  const known = new Set(readVariables(config.variables).map(({ name }) => name))
  const unknown = Object.keys(values).filter(name => !known.has(name))
  if (unknown.length === 0) return
  const fields = unknown.map(name => [
    `scope.values.${name}`,
    ['The dashboard has no variable of this name.'],
  ])
  throw new Fault('validation', { fields: Object.fromEntries(fields) })
}

/**
 * Refuses limited tokens, since reads show keys. A token that only expires may still revoke itself, as
 * `millrace logout` does.
 */
function requireKeysAllowed(request: FastifyRequest): void {
  const caller = callerOf(request)
  const { hasExpiry: _, ...withoutExpiry } = caller
  refuseLimitedToken(request.method === 'DELETE' ? withoutExpiry : caller)
}

function viewerOf(request: FastifyRequest): TokenViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesUsers: permissions.has('manage_users') }
}
