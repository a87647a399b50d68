import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Tokens, TokenViewer } from '../../metadata/tokens/tokens.ts'
import { AuthToken, AuthTokenDraft, tokenOrderFields, tokenTypes } from '../../schema/auth-token.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { stringEnum } from '../http/schemas.ts'
import { textKey } from '../resources/path-key.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The part of metadata that these routes use. */
export type TokenRepository = Pick<Tokens, 'list' | 'get' | 'create' | 'remove'>

/** Tokens of the caller, and for a holder of manage_users those of everybody. */
export function tokenRoutes(app: App, tokens: TokenRepository): void {
  resourceRoutes(app, {
    path: '/api/authtokens',
    key: textKey('secret_key', 'The key; for a holder of manage_users also the id'),
    access: 'user',
    caller: viewerOf,
    item: AuthToken,
    list: {
      summary: 'Active tokens',
      orderBy: tokenOrderFields,
      query: {
        token_type: Type.Optional(stringEnum(tokenTypes, { description: 'Tokens of this kind only' })),
        show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_users' }),
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
      run: (draft, viewer) => tokens.create(viewer, draft),
    },
    get: { summary: 'One token', run: (key, viewer) => tokens.get(viewer, key) },
    delete: { summary: 'Revoke a token', run: (key, viewer) => tokens.remove(viewer, key) },
  })
}

function viewerOf(request: FastifyRequest): TokenViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesUsers: permissions.has('manage_users') }
}
