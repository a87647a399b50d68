import type { FastifyRequest } from 'fastify'
import { Fault } from '../../schema/fault.ts'
import type { Credential } from './access.ts'

export const sessionCookie = 'millrace_session'
/** Cookie that identifies a browser at later logins. It authenticates nothing. */
export const deviceCookie = 'millrace_device'
/**
 * Browsers accept a cookie with this prefix only over https, from this host and for all its paths, so that no
 * other service can plant one.
 */
const hostPrefix = '__Host-'

/** The name under which a cookie is set: over https it has the prefix. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `${hostPrefix}${name}` : name
}

/**
 * The value of a cookie. Over https only its name with the prefix counts. Otherwise both names do: a proxy
 * that we do not trust may end TLS, and then a request over https looks like one over http.
 */
export function readCookie(
  { cookies, protocol }: Pick<FastifyRequest, 'cookies' | 'protocol'>,
  name: string,
): string | undefined {
  return cookies[cookieName(name, true)] ?? (protocol === 'https' ? undefined : cookies[name])
}

/** A Cookie header with the session under both names, for a service reached over http or https. */
export function sessionCookieHeader(session: string): string {
  return [false, true].map(isSecure => `${cookieName(sessionCookie, isSecure)}=${session}`).join('; ')
}

/** The key of an INGEST token without its prefix `ingest-`. */
const unprefixedKey = /^[0-9a-f]{48}$/
const accessKeyHeaders = ['x-lz-access-key', 'x-amz-firehose-access-key']

/** Prefix of a websocket subprotocol, since browsers cannot set a websocket's headers. */
const protocolPrefix = 'token.'

/**
 * The credential of a request, from the first of: `Authorization: token <key>`; `?AUTHTOKEN=<key>`; the
 * websocket subprotocol `token.<key>`; with `accessKeys`, the headers of log shippers; the session cookie.
 * null: the request has no credential. With `accessKeys` an INGEST token may lack its prefix, since some
 * agents allow only 48 characters. Throws authentication_failed for an invalid token header and a
 * repeated AUTHTOKEN.
 */
export function credentialOf(request: FastifyRequest, accessKeys: boolean): Credential | null {
  const { authorization } = request.headers
  const secret =
    tokenFromHeader(authorization) ??
    tokenFromQuery(request.query) ??
    (request.ws ? tokenFromProtocols(request.headers['sec-websocket-protocol']) : null) ??
    (accessKeys ? (tokenFromAccessKey(request.headers) ?? tokenFromShipperScheme(authorization)) : null)
  if (secret !== null) {
    return { kind: 'token', secret: accessKeys && unprefixedKey.test(secret) ? `ingest-${secret}` : secret }
  }
  const cookie = readCookie(request, sessionCookie)
  return cookie === undefined || cookie === '' ? null : { kind: 'session', cookie }
}

function tokenFromHeader(header: string | undefined): string | null {
  if (header === undefined) return null
  const [scheme = '', secret, ...excess] = header.trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'token') return null
  if (secret === undefined) {
    throw new Fault('authentication_failed', { detail: 'Invalid token header. No credentials provided.' })
  }
  if (excess.length > 0) {
    throw new Fault('authentication_failed', {
      detail: 'Invalid token header. Token string should not contain spaces.',
    })
  }
  return secret
}

function tokenFromQuery(query: unknown): string | null {
  if (typeof query !== 'object' || query === null || !('AUTHTOKEN' in query)) return null
  const secret = query.AUTHTOKEN
  if (typeof secret !== 'string') throw new Fault('authentication_failed')
  return secret
}

function tokenFromProtocols(header: string | undefined): string | null {
  const offered = (header ?? '').split(',').map(protocol => protocol.trim())
  const found = offered.find(protocol => protocol.startsWith(protocolPrefix))
  return found?.slice(protocolPrefix.length) ?? null
}

/**
 * The Authorization schemes of log shippers: `Bearer <key>`, `Splunk <key>`, `Basic` with the key as password
 * (or as user name, without a password), and `ApiKey`, base64 of `<any name>:<key>`.
 */
function tokenFromShipperScheme(header: string | undefined): string | null {
  const [, scheme = '', value = ''] = /^\s*(\w+)\s+(\S+)\s*$/.exec(header ?? '') ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'splunk':
      return value
    case 'basic':
    case 'apikey': {
      const [name = '', ...passwordParts] = Buffer.from(value, 'base64').toString('utf8').split(':')
      return passwordParts.join(':') || name
    }
    default:
      return null
  }
}

function tokenFromAccessKey(headers: FastifyRequest['headers']): string | null {
  for (const name of accessKeyHeaders) {
    const key = headers[name]
    if (typeof key === 'string') return key
  }
  return null
}
