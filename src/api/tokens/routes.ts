import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../../metadata/identity.ts'
import type { TokenReader, Tokens } from '../../metadata/tokens/tokens.ts'
import { AuthToken, AuthTokenDraft, tokenOrderFields, tokenTypes } from '../../schema/auth-token.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { listEnvelope, listQuery, orderingOf, Page, windowOf } from '../http/lists.ts'
import { named, noContent, oneOf } from '../http/shapes.ts'

/** What these routes need of metadata. */
export type TokenShelf = Pick<Tokens, 'list' | 'get' | 'create' | 'remove'>

const Key = Type.Object({
  secret_key: Type.String({ description: 'The key; for a holder of manage_users also the id' }),
})

/** Tokens of the caller, and for a holder of manage_users those of everybody. */
export function tokenRoutes(app: App, tokens: TokenShelf): void {
  app.addSchema(AuthToken)
  app.addSchema(AuthTokenDraft)
  const find = (request: FastifyRequest) => tokens.get(readerFor(request), keyIn(request.params))

  app.get(
    '/api/authtokens',
    {
      schema: {
        summary: 'Active tokens',
        querystring: Type.Object({
          ...listQuery,
          token_type: Type.Optional(oneOf(tokenTypes, { description: 'Tokens of this kind only' })),
          show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_users' }),
        }),
        response: { 200: Page(named(AuthToken)) },
      },
    },
    async request => {
      const { token_type, show_all, ordering } = request.query
      const { objects, itemCount } = await tokens.list(readerFor(request), {
        ...windowOf(request.query),
        ...(token_type === undefined ? {} : { type: token_type }),
        showAll: show_all,
        order: orderingOf(ordering, tokenOrderFields, [{ field: 'created_at', descending: true }]),
      })
      return listEnvelope(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/authtokens',
    {
      schema: {
        summary: 'Make a token',
        body: named(AuthTokenDraft),
        response: { 201: named(AuthToken) },
        faults: ['conflict'],
      },
    },
    async (request, reply) => reply.code(201).send(await tokens.create(readerFor(request), request.body)),
  )

  app.get(
    '/api/authtokens/:secret_key',
    {
      config: { exists: find },
      schema: { summary: 'One token', params: Key, response: { 200: named(AuthToken) } },
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
      await tokens.remove(readerFor(request), request.params.secret_key)
      return reply.code(204).send()
    },
  )
}

function readerFor(request: FastifyRequest): TokenReader {
  const { user, permissions }: Caller = callerOf(request)
  return { userId: user.id, managesUsers: permissions.has('manage_users') }
}

function keyIn(params: unknown): string {
  return typeof params === 'object' && params !== null && 'secret_key' in params
    ? String(params.secret_key)
    : ''
}
