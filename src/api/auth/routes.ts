import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { dropEntry } from '../../metadata/audit/pending-entry.ts'
import { type Caller, type Identity, permissions } from '../../metadata/identity.ts'
import { TokenScope } from '../../schema/auth-token.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { noContent, stringEnum } from '../http/schemas.ts'
import { callerOf } from './access.ts'
import { deviceCookie, sessionCookie } from './credentials.ts'
import { isForeignOrigin, originOf } from './origin.ts'
import { anyScope } from './scope.ts'

const Account = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  fullname: Type.String(),
  permissions: Type.Array(stringEnum(permissions)),
})
const CallerResponse = Type.Object({
  user: Type.Union([Account, Type.Null()]),
  scope: Type.Optional(TokenScope),
})

const LoginBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 150 }),
    password: Type.String({ minLength: 1, maxLength: 1_000 }),
  },
  { additionalProperties: false },
)

/** 400 days, the maximum of browsers. */
const deviceMaxAgeSeconds = 400 * 86_400

/** The caller with the held permissions in the order of the catalogue. */
function accountOf({ user, permissions: held }: Caller) {
  return { ...user, permissions: permissions.filter(permission => held.has(permission)) }
}

/** Routes to sign in, sign out, and read the caller. `publicUrl` is that of this service. */
export function authRoutes(app: App, identity: Identity, publicUrl: string | undefined): void {
  const publicOrigin = originOf(publicUrl)
  const cookieOptions = (request: FastifyRequest) =>
    ({
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      // Behind a proxy that ends TLS the request itself is plain HTTP.
      secure: request.protocol === 'https' || publicOrigin?.startsWith('https:') === true,
    }) as const

  app.post(
    '/api/login',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in: sets the session cookie of the page',
        body: LoginBody,
        response: { 200: CallerResponse },
        faults: ['authentication_failed', 'permission_denied', 'throttled', 'overloaded'],
      },
    },
    async (request, reply) => {
      // Login CSRF: a foreign page could sign its visitor in with the account of an attacker.
      if (isForeignOrigin(request, publicOrigin)) throw new Fault('permission_denied')
      const { username, password } = request.body
      const { caller, cookie, maxAge, device } = await identity.login(username, password, request.ip, {
        session: request.cookies[sessionCookie],
        device: request.cookies[deviceCookie],
        agent: request.headers['user-agent'],
      })
      const options = cookieOptions(request)
      reply.setCookie(sessionCookie, cookie, { ...options, maxAge })
      reply.setCookie(deviceCookie, device, { ...options, maxAge: deviceMaxAgeSeconds })
      return { user: accountOf(caller) }
    },
  )

  app.post(
    '/api/logout',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign out: ends the session and deletes its cookie',
        response: { 204: noContent },
        faults: ['permission_denied'],
      },
    },
    async (request, reply) => {
      const cookie = request.cookies[sessionCookie]
      if (isForeignOrigin(request, publicOrigin)) throw new Fault('permission_denied')
      if (cookie === undefined) dropEntry()
      else await identity.logout(cookie)
      return reply.clearCookie(sessionCookie, cookieOptions(request)).code(204).send()
    },
  )

  app.get(
    '/api/auth',
    {
      config: { access: 'caller', isInScope: anyScope },
      schema: {
        summary:
          'Who the caller is; user is null for an INGEST token, scope only there for a token that has one',
        response: { 200: CallerResponse },
      },
    },
    async request => {
      const caller = callerOf(request)
      const { scope } = caller
      return {
        user: caller.kind === 'ingest' ? null : accountOf(caller),
        ...(scope && { scope }),
      }
    },
  )
}
