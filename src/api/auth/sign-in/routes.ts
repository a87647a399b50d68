import { Type } from 'typebox'
import { dropEntry } from '../../../metadata/audit/pending-entry.ts'
import { SignInError } from '../../../metadata/identity/external-account.ts'
import {
  type Caller,
  type Directory,
  type Identity,
  permissions,
} from '../../../metadata/identity/identity.ts'
import { Fault } from '../../../schema/fault.ts'
import { TokenScope } from '../../../schema/people/auth-token.ts'
import { SignInMethods } from '../../../schema/people/sign-in.ts'
import type { SignInFailure } from '../../../schema/people/sign-in-failures.ts'
import type { App } from '../../http/app.ts'
import { noContent, refTo, stringEnum } from '../../http/schemas.ts'
import { callerOf } from '../access.ts'
import { cookieName, readCookie, sessionCookie } from '../credentials.ts'
import { isForeignOrigin, originOf } from '../guard.ts'
import { browserOf, cookieOptions, setLoginCookies } from '../login-cookies.ts'
import type { OidcSignIn } from '../oidc/oidc-sign-in.ts'
import { oidcRoutes } from '../oidc/routes.ts'
import { anyScope } from '../scope.ts'

const unavailable = 'The directory of the company does not answer. Passwords of Millrace still work.'

const misconfigured =
  'Sign-in with the directory of the company is not set up correctly. The log of Millrace has the reason.'

/**
 * Answers of POST /api/login to directory accounts that are refused. A 403 means that the password was right.
 */
const answers: Readonly<Record<SignInFailure, () => Fault>> = {
  denied: () => new Fault('authentication_failed'),
  expired: () => new Fault('authentication_failed'),
  invalid: () => new Fault('authentication_failed'),
  unavailable: () => new Fault('directory_unavailable', { detail: unavailable, retryAfter: 5 }),
  misconfigured: () => new Fault('directory_unavailable', { detail: misconfigured }),
  throttled: () => new Fault('overloaded', { retryAfter: 2 }),
  unknown_user: () => refused('You have no account in Millrace. Ask your administrator.'),
  name_taken: () => refused('Another user of Millrace has your username. Ask your administrator.'),
  disabled: () => refused('Your account in Millrace is disabled.'),
  no_group: () => refused('None of your groups may use Millrace. Ask your administrator.'),
}

const CurrentUser = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  fullname: Type.String(),
  permissions: Type.Array(stringEnum(permissions)),
  all_hosts: Type.Boolean({ description: 'Sees the events of all hosts' }),
})
const CallerResponse = Type.Object({
  user: Type.Union([CurrentUser, Type.Null()]),
  scope: Type.Optional(TokenScope),
})

const LoginBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 150 }),
    password: Type.String({ minLength: 1, maxLength: 1_000 }),
  },
  { additionalProperties: false },
)

const LogoutResponse = Type.Object(
  {
    end_session_url: Type.String({
      description: 'Address that the browser opens to sign out at the provider too',
    }),
  },
  { description: 'Signed out here; the provider still knows the person' },
)

/** The caller's user with the held permissions in catalogue order. */
function currentUserOf({ user, permissions: held, hosts }: Caller) {
  return {
    ...user,
    permissions: permissions.filter(permission => held.has(permission)),
    all_hosts: hosts.includes('*'),
  }
}

export interface SignInDeps {
  identity: Identity
  /** Public URL of this service. */
  publicUrl?: string | undefined
  /** Absent: no provider is configured. */
  oidc?: OidcSignIn | undefined
  /** Absent: no directory is configured. */
  directory?: Directory | undefined
}

/** Routes to sign in and out, and to read the caller. */
export function signInRoutes(app: App, { identity, publicUrl, oidc, directory }: SignInDeps): void {
  const publicOrigin = originOf(publicUrl)
  app.addSchema(SignInMethods)
  oidcRoutes(app, { identity, publicOrigin, oidc })

  app.get(
    '/api/login/methods',
    {
      config: { access: 'public' },
      schema: { summary: 'How people can sign in', response: { 200: refTo(SignInMethods) } },
    },
    async () => ({ password: true, oidc: oidc?.method ?? null }),
  )

  app.post(
    '/api/login',
    {
      config: { access: 'public', isForBrowsers: true },
      schema: {
        summary: 'Sign in: sets the session cookie of the page',
        body: LoginBody,
        response: { 200: CallerResponse },
        faults: [
          'authentication_failed',
          'permission_denied',
          'throttled',
          'overloaded',
          'directory_unavailable',
        ],
      },
    },
    async (request, reply) => {
      // Login CSRF: a foreign page could sign its visitor in with an attacker's account.
      if (isForeignOrigin(request, publicOrigin)) throw new Fault('permission_denied')
      const { username, password } = request.body
      const login = await identity
        .login(username, password, request.ip, browserOf(request), directory)
        .catch(error => {
          throw signInFault(error)
        })
      setLoginCookies(reply, login, cookieOptions(request, publicOrigin))
      return { user: currentUserOf(login.caller) }
    },
  )

  app.post(
    '/api/logout',
    {
      config: { access: 'public', isForBrowsers: true },
      schema: {
        summary: 'Sign out: ends the session and deletes its cookie',
        response: { 200: LogoutResponse, 204: noContent },
        faults: ['permission_denied'],
      },
    },
    async (request, reply) => {
      const cookie = readCookie(request, sessionCookie)
      if (isForeignOrigin(request, publicOrigin)) throw new Fault('permission_denied')
      // Without a session there is no sign-out to log.
      if (cookie === undefined) dropEntry()
      const idToken = cookie === undefined ? undefined : await identity.logout(cookie)
      const options = cookieOptions(request, publicOrigin)
      reply.clearCookie(cookieName(sessionCookie, options.secure), options)
      // Clears drafts and copies of files, which the page stored in this browser. The device cookie stays.
      reply.header('clear-site-data', '"cache", "storage"')
      const address = idToken === undefined ? undefined : await oidc?.endSessionAddress(idToken)
      if (address !== undefined) return { end_session_url: address }
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/auth',
    {
      config: { access: 'caller', isInScope: anyScope },
      schema: {
        summary: 'The caller; `user` is null for an INGEST token, and only a token with a scope has `scope`',
        response: { 200: CallerResponse },
      },
    },
    async request => {
      const caller = callerOf(request)
      const { scope } = caller
      return {
        user: caller.kind === 'ingest' ? null : currentUserOf(caller),
        ...(scope && { scope }),
      }
    },
  )
}

function refused(detail: string): Fault {
  return new Fault('permission_denied', { detail })
}

/** The answer to a sign-in error; other errors are returned unchanged. */
function signInFault(error: unknown): unknown {
  return error instanceof SignInError ? answers[error.failure]() : error
}
