import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Networks } from '../../ingest/listen/networks.ts'
import type { Caller, Identity } from '../../metadata/identity/identity.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../http/app.ts'
import { clientAddressOf } from '../http/client-address.ts'
import { changingMethods } from '../http/methods.ts'
import { type Access, type Credential, requireAccess } from './access.ts'
import { credentialOf } from './credentials.ts'
import { refuseLimitedTokenOn } from './limited-tokens.ts'
import { requireOwnHost } from './own-host.ts'
import { requireScope, type ScopeCheck } from './scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; null on public routes. */
    caller: Caller | null
    /** The caller's credential, with which live connections authenticate again. Never logged. */
    credential: Credential | null
    /** Address of the client, if another node has checked and forwarded the request; null: not forwarded. */
    forwardedFor: string | null
    /** Whether another node owns the requested object. That node answers, and writes the audit log entry. */
    isForwarded: boolean
  }
  interface FastifyContextConfig {
    /** Who may call; by default `user`. */
    access?: Access
    /** Signs users in or out; refused for host names that are not ours. */
    isForBrowsers?: true
    /** Whether a token for one dashboard may call it; by default not. */
    isInScope?: ScopeCheck
    /** A GET that changes something: with a session it must come from the same origin, like a POST. */
    changes?: boolean
    /** Read-only tokens may call it; by default, if it is a GET that changes nothing. */
    allowsReadOnly?: boolean
    /** Its handler itself refuses limited tokens, for some members only (`limited-tokens.ts`). */
    checksLimitedTokens?: true
    /** Also accepts tokens in headers of other log services' clients: see credentialOf. */
    accessKeys?: boolean
  }
}

/** Other nodes, which forward requests that they have checked (`NodeLinks`). */
interface ForwardingNodes {
  /** The address of the client of a forwarded request; null: not forwarded. */
  clientOf(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): string | null
}

export interface GuardOptions {
  identity: Identity
  /** Maximum requests per minute of a token; 0 = no limit. */
  rateLimit: number
  /** Public URL of this service. */
  publicUrl?: string | undefined
  /** Host names of this service; absent: any. */
  ownHosts?: ReadonlySet<string> | undefined
  /** The other nodes; absent without any. */
  nodes?: ForwardingNodes | undefined
}

/**
 * Authenticates the caller of every route in this scope before the body is read. 401: no valid credential.
 * 403: this caller or token may not call the route, or a session is used from another origin. 429: beyond the
 * token's rate.
 */
export function installGuard(
  app: App,
  { identity, rateLimit, publicUrl, ownHosts, nodes }: GuardOptions,
): void {
  const publicOrigin = originOf(publicUrl)
  app.decorateRequest('caller', null)
  app.decorateRequest('credential', null)
  app.decorateRequest('forwardedFor', null)
  app.decorateRequest('isForwarded', false)
  const countRequest = app.createRateLimit({ max: rateLimit, timeWindow: 60_000, keyGenerator: rateLimitKey })

  app.addHook('onRequest', async request => {
    const { config } = request.routeOptions
    const access = config.access ?? 'user'
    if (config.isForBrowsers === true) requireOwnHost(request, ownHosts)
    if (access === 'public') return
    request.forwardedFor = nodes?.clientOf(request) ?? null
    const credential = credentialOf(request, config.accessKeys === true)
    if (credential === null) throw new Fault('not_authenticated')
    const caller = await callerOfCredential(identity, credential)
    if (caller === null) {
      const detail = credential.kind === 'token' ? 'Invalid token.' : 'The session has ended; sign in again.'
      throw new Fault('authentication_failed', { detail })
    }
    request.caller = caller
    request.credential = credential
    const isFromNode = request.forwardedFor !== null
    // A node counts the request and checks its origin before it forwards it.
    if ('token' in caller.authenticatedBy && rateLimit > 0 && !isFromNode) {
      const rateState = await countRequest(request)
      // `isAllowed` means on the plugin's allow list, which is empty.
      if (!rateState.isAllowed && rateState.isExceeded) throw throttledFault(rateState.ttlInSeconds)
    }
    if ('session' in caller.authenticatedBy && !isFromNode) {
      requireOwnHost(request, ownHosts)
      if (needsSameOrigin(request) && !isSameOrigin(request, publicOrigin))
        throw new Fault('permission_denied', {
          detail: 'A session may do this only from the page of this service.',
        })
    }
    requireTokenLimits(request, caller)
    requireAccess(access, caller)
    if (config.checksLimitedTokens !== true) refuseLimitedTokenOn(config.audited, caller)
    await requireScope(request, caller, config.isInScope)
  })
}

/** The caller of a credential; null if it is not, or no longer, valid. */
export function callerOfCredential(identity: Identity, credential: Credential): Promise<Caller | null> {
  return credential.kind === 'token'
    ? identity.callerOfToken(credential.secret)
    : identity.callerOfSession(credential.cookie)
}

function rateLimitKey(request: FastifyRequest): string {
  const authenticatedBy = request.caller?.authenticatedBy
  return authenticatedBy !== undefined && 'token' in authenticatedBy ? String(authenticatedBy.token) : ''
}

/** Includes websockets, which browsers open across origins without a preflight. */
function needsSameOrigin(request: FastifyRequest): boolean {
  return changingMethods.has(request.method) || request.routeOptions.config.changes === true || request.ws
}

/** The error for a request beyond a rate limit. */
export function throttledFault(retryAfterSeconds: number): Fault {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds'
  return new Fault('throttled', {
    detail: `Request was throttled. Expected available in ${retryAfterSeconds} ${unit}.`,
    retryAfter: retryAfterSeconds,
  })
}

/** The origin of the public URL, which a proxy may hide from requests; null if not configured. */
export function originOf(publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? null : (URL.parse(publicUrl)?.origin ?? null)
}

/**
 * Whether a request comes from a page of our origin. Judged by Sec-Fetch-Site, which browsers send over HTTPS
 * and to localhost; otherwise by Origin or Referer, which must be `publicOrigin` or the request's origin.
 */
function isSameOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = request.headers.origin ?? request.headers.referer
  return from !== undefined && isOurOrigin(from, request, publicOrigin)
}

/**
 * Whether a request comes from a page of another origin. Never of clients other than browsers, which send
 * neither of the two headers.
 */
export function isForeignOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && !isOurOrigin(origin, request, publicOrigin)
}

function isOurOrigin(address: string, request: FastifyRequest, publicOrigin: string | null): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    url.host !== '' &&
    (url.origin === publicOrigin || url.origin === URL.parse(`${request.protocol}://${request.host}`)?.origin)
  )
}

/** Not all methods outside of `changingMethods`: a method that is neither is refused. */
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const maxParsedLists = 1_000
/**
 * Lists of tokens' networks by their text: parsing a hundred networks for each request would cost more than
 * all other checks.
 */
const parsedLists = new LRUCache<string, Networks>({ max: maxParsedLists })

/**
 * Throws permission_denied if the token does not allow this address, or is read-only and the request changes
 * something.
 */
function requireTokenLimits(request: FastifyRequest, { networks, isReadOnly }: Caller): void {
  if (networks !== undefined && !networksOf(networks).has(clientAddressOf(request))) {
    throw new Fault('permission_denied', { detail: 'This token is not accepted from this address.' })
  }
  if (isReadOnly === true && !allowsReadOnly(request)) {
    throw new Fault('permission_denied', { detail: 'This token reads only.' })
  }
}

function allowsReadOnly({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return config.allowsReadOnly ?? (readingMethods.has(method) && config.changes !== true)
}

function networksOf(texts: readonly string[]): Networks {
  const key = texts.join(',')
  const networks = parsedLists.get(key) ?? new Networks(texts)
  parsedLists.set(key, networks)
  return networks
}
