import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Caller } from '../../metadata/identity.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { listEnvelope, listQuery, orderingOf, Page, windowOf } from '../http/lists.ts'
import { named, noContent, oneOf } from '../http/shapes.ts'
import { type Token, type TokenStore, tokenOrder, tokenTypes } from './tokens.ts'

const TokenType = oneOf(tokenTypes)
const Time = Type.Union([Type.Number(), Type.Null()], { description: 'Unix seconds' })

const AuthToken = Type.Object(
  {
    secret_key: Type.String({ description: "Masked when the token is somebody else's" }),
    token_type: TokenType,
    user: Type.Object({ id: Type.Integer(), username: Type.String(), fullname: Type.String() }),
    description: Type.String(),
    created_at: Type.Number({ description: 'Unix seconds' }),
    last_used_at: Time,
    expires_at: Time,
    id: Type.Optional(Type.Integer({ description: 'Names a token of somebody else in a path' })),
  },
  { $id: 'AuthToken' },
)
type AuthToken = Static<typeof AuthToken>

const NewToken = Type.Object(
  {
    token_type: Type.Optional(oneOf(tokenTypes, { default: 'USER' })),
    description: Type.Optional(Type.String({ maxLength: 1_000, default: '' })),
    expires_at: Type.Optional(Time),
    user: Type.Optional(Type.Integer({ description: 'Id of the user it acts as; needs manage_users' })),
  },
  { $id: 'NewAuthToken', additionalProperties: false },
)

const Key = Type.Object({ secret_key: Type.String() })

/** Tokens of the caller, and for a holder of manage_users those of everybody. */
export function tokenRoutes(app: App, tokens: TokenStore): void {
  app.addSchema(AuthToken)
  app.addSchema(NewToken)

  /** By its key a token is found by its owner only; by its id by whoever manages users. */
  const find = async (request: FastifyRequest): Promise<Token> => {
    const caller = callerOf(request)
    const key = keyIn(request.params)
    const byId = /^\d{1,15}$/.test(key)
    if (byId && !managesUsers(caller)) throw new Fault('not_found')
    const token = byId ? await tokens.findById(Number(key)) : await tokens.findBySecret(key)
    if (token === null || (!byId && token.user.id !== caller.user.id)) throw new Fault('not_found')
    return token
  }

  app.get(
    '/api/authtokens',
    {
      schema: {
        summary: 'Active tokens',
        querystring: Type.Object({
          ...listQuery,
          token_type: Type.Optional(TokenType),
          show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_users' }),
          export: Type.Optional(Type.Boolean()),
        }),
        response: { 200: Page(named(AuthToken)) },
      },
    },
    async request => {
      const caller = callerOf(request)
      const { token_type, show_all, ordering } = request.query
      const found = await tokens.list({
        userId: show_all && managesUsers(caller) ? null : caller.user.id,
        tokenType: token_type ?? null,
        order: orderingOf(ordering, tokenOrder, [{ field: 'created_at', descending: true }]),
        ...windowOf(request.query),
      })
      return listEnvelope(
        request.query,
        found.count,
        found.tokens.map(token => shown(token, caller)),
      )
    },
  )

  app.post(
    '/api/authtokens',
    {
      schema: {
        summary: 'Make a token',
        body: named(NewToken),
        response: { 201: named(AuthToken) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { token_type = 'USER', description = '', expires_at = null, user } = request.body
      const userId = user ?? caller.user.id
      if (userId !== caller.user.id && !managesUsers(caller)) throw new Fault('permission_denied')
      if (expires_at !== null && expires_at * 1000 <= Date.now()) {
        throw new Fault('validation', { fields: { expires_at: ['Ensure this time is in the future.'] } })
      }
      const token = await tokens.create({ userId, tokenType: token_type, description, expiresAt: expires_at })
      if (token === null) {
        const said = `Invalid pk "${userId}" - object does not exist.`
        throw new Fault('validation', { fields: { user: [said] } })
      }
      return reply.code(201).send(shown(token, caller))
    },
  )

  app.get(
    '/api/authtokens/:secret_key',
    {
      config: { exists: find },
      schema: { summary: 'One token', params: Key, response: { 200: named(AuthToken) } },
    },
    async request => shown(await find(request), callerOf(request)),
  )

  app.delete(
    '/api/authtokens/:secret_key',
    {
      config: { exists: find },
      schema: { summary: 'Revoke a token', params: Key, response: { 204: noContent } },
    },
    async (request, reply) => {
      await tokens.revoke((await find(request)).id)
      return reply.code(204).send()
    },
  )
}

/** Own tokens whole; of others only the start of the key, and the id that names them instead. */
function shown(token: Token, caller: Caller): AuthToken {
  const own = token.user.id === caller.user.id
  return {
    ...(own ? {} : { id: token.id }),
    secret_key: own ? token.secretKey : masked(token.secretKey),
    token_type: token.tokenType,
    user: token.user,
    description: token.description,
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
  }
}

/** `user-1a2b...` */
function masked(secretKey: string): string {
  return `${secretKey.slice(0, secretKey.indexOf('-') + 5)}...`
}

function managesUsers(caller: Caller): boolean {
  return caller.permissions.has('manage_users')
}

function keyIn(params: unknown): string {
  return typeof params === 'object' && params !== null && 'secret_key' in params
    ? String(params.secret_key)
    : ''
}
