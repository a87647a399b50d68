import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../../metadata/identity.ts'
import type { Tokens, TokenViewer } from '../../metadata/tokens/tokens.ts'
import { AuthToken, AuthTokenDraft, tokenOrderFields, tokenTypes } from '../../schema/auth-token.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { listQuery, offsetAndLimit, Page, pageAnswer, parseOrdering } from '../http/lists.ts'
import { noContent, refTo, stringEnum } from '../http/schemas.ts'

/** What these routes need of metadata. */
export type TokenRepository = Pick<Tokens, 'list' | 'get' | 'create' | 'remove'>

const Key = Type.Object({
  secret_key: Type.String({ description: 'The key; for a holder of manage_users also the id' }),
})

/** Tokens of the caller, and for a holder of manage_users those of everybody. */
export function tokenRoutes(app: App, tokens: TokenRepository): void {
  app.addSchema(AuthToken)
  app.addSchema(AuthTokenDraft)
  const find = (request: FastifyRequest) => tokens.get(viewerFor(request), keyIn(request.params))

  app.get(
    '/api/authtokens',
    {
      schema: {
        summary: 'Active tokens',
        querystring: Type.Object({
          ...listQuery,
          token_type: Type.Optional(stringEnum(tokenTypes, { description: 'Tokens of this kind only' })),
          show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_users' }),
        }),
        response: { 200: Page(refTo(AuthToken)) },
      },
    },
    async request => {
      const { token_type, show_all, ordering } = request.query
      const { objects, itemCount } = await tokens.list(viewerFor(request), {
        ...offsetAndLimit(request.query),
        ...(token_type === undefined ? {} : { type: token_type }),
        showAll: show_all,
        order: parseOrdering(ordering, tokenOrderFields, [{ field: 'created_at', descending: true }]),
      })
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/authtokens',
    {
      schema: {
        summary: 'Make a token',
        body: refTo(AuthTokenDraft),
        response: { 201: refTo(AuthToken) },
        faults: ['conflict'],
      },
    },
    async (request, reply) => reply.code(201).send(await tokens.create(viewerFor(request), request.body)),
  )

  app.get(
    '/api/authtokens/:secret_key',
    {
      config: { exists: find },
      schema: { summary: 'One token', params: Key, response: { 200: refTo(AuthToken) } },
    },
    find,
  )

  app.delete(
    '/api/authtokens/:secret_key',
    {
      config: { exists: find },
      schema: { summary: 'Revoke a token', params: Key, response: { 204: noContent } },
    },
    async (request, reply) => {
      await tokens.remove(viewerFor(request), request.params.secret_key)
      return reply.code(204).send()
    },
  )
}

function viewerFor(request: FastifyRequest): TokenViewer {
  const { user, permissions }: Caller = callerOf(request)
  return { userId: user.id, managesUsers: permissions.has('manage_users') }
}

function keyIn(params: unknown): string {
  return typeof params === 'object' && params !== null && 'secret_key' in params
    ? String(params.secret_key)
    : ''
}
