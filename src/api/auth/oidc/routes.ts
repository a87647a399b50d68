import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { refuseEntry } from '../../../metadata/audit/pending-entry.ts'
import { SignInError } from '../../../metadata/identity/external-account.ts'
import type { Identity } from '../../../metadata/identity/identity.ts'
import { Fault } from '../../../schema/fault.ts'
import { type SignInFailure, signInFailureParameter } from '../../../schema/people/sign-in-failures.ts'
import type { App } from '../../http/app.ts'
import { cookieName, readCookie } from '../credentials.ts'
import { browserOf, cookieOptions, setLoginCookies } from '../login-cookies.ts'
import type { OidcSignIn } from './oidc-sign-in.ts'

export interface OidcRouteDeps {
  identity: Pick<Identity, 'loginExternally'>
  publicOrigin: string | null
  /** Absent: no provider is configured, and these routes answer 404. */
  oidc?: OidcSignIn | undefined
}

/** The cookie with the sign-in that a browser has started: see `PendingSignIn`. */
const pendingCookie = 'millrace_oidc'

/**
 * Both routes are for browsers that navigate: they answer with redirects, even if the sign-in fails, and are
 * not in the API description.
 */
const config = { access: 'public', isForBrowsers: true } as const
const schema = { hide: true, response: { 303: Type.Null() } }

/** Redirects a browser to an OpenID Connect provider and back. */
export function oidcRoutes(app: App, { identity, publicOrigin, oidc }: OidcRouteDeps): void {
  const provider = () => {
    if (oidc === undefined) throw new Fault('not_found', { detail: 'No OpenID Connect provider is set up.' })
    return oidc
  }

  app.get('/api/login/oidc', { config, schema }, async (request, reply) => {
    const oidc = provider()
    try {
      const { address, cookie, maxAgeSeconds } = await oidc.begin(returnToOf(request))
      const options = cookieOptions(request, publicOrigin)
      reply.setCookie(cookieName(pendingCookie, options.secure), cookie, {
        ...options,
        maxAge: maxAgeSeconds,
      })
      return reply.redirect(address, 303)
    } catch (error) {
      return redirectFailed(oidc, reply, error)
    }
  })

  // A HEAD would also sign in, and without an audit entry.
  const options = { config, schema, exposeHeadRoute: false }
  app.get('/api/login/oidc/callback', options, async (request, reply) => {
    const oidc = provider()
    const cookies = cookieOptions(request, publicOrigin)
    const query = queryOf(request)
    try {
      // Throws before the attempt counts or the cookie is cleared: another site may have sent the browser.
      const pending = oidc.pendingOf(query, readCookie(request, pendingCookie))
      reply.clearCookie(cookieName(pendingCookie, cookies.secure), cookies)
      const prove = () => oidc.finish(query, pending)
      const login = await identity.loginExternally(prove, oidc.policy, request.ip, browserOf(request))
      setLoginCookies(reply, login, cookies)
      return reply.redirect(oidc.pageAddress(pending.returnTo), 303)
    } catch (error) {
      // The audit log cannot see the refusal: the status is 303.
      refuseEntry()
      return redirectFailed(oidc, reply, error)
    }
  })
}

/** Redirects to the page, which shows the reason. Throws errors unrelated to signing in. */
function redirectFailed(oidc: OidcSignIn, reply: FastifyReply, error: unknown): FastifyReply {
  return reply.redirect(oidc.pageAddress(`/?${signInFailureParameter}=${failureOf(error)}`), 303)
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.failure
  if (error instanceof Fault && error.code === 'throttled') return 'throttled'
  throw error
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

/** The query parameter `return_to`. A repeated parameter is ignored. */
function returnToOf({ query }: FastifyRequest): string | undefined {
  // Fastify passes each parameter as a text or as a list of texts.
  const { return_to: returnTo } = query as Readonly<Record<string, string | string[] | undefined>>
  return typeof returnTo === 'string' ? returnTo : undefined
}
