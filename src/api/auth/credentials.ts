import type { FastifyRequest } from 'fastify'
import { Fault } from '../../schema/fault.ts'
import type { Credential } from './access.ts'

/** Name of the session cookie. */
export const sessionCookie = 'millrace_session'

const accessKeyHeaders = ['x-lz-access-key', 'x-amz-firehose-access-key']

/**
 * What the request shows, in this order: `Authorization: token <key>`, `?AUTHTOKEN=<key>`, an access key header (only
 * where the route takes them), the session cookie. null when there is nothing; another Authorization scheme is nothing.
 * Throws authentication_failed for a token header that is not one.
 */
export function credentialOf(request: FastifyRequest, accessKeys: boolean): Credential | null {
  const secret =
    tokenOfHeader(request.headers.authorization) ??
    tokenOfQuery(request.query) ??
    (accessKeys ? tokenOfAccessKey(request.headers) : null)
  if (secret !== null) return { kind: 'token', secret }
  const cookie = request.cookies[sessionCookie]
  return cookie === undefined || cookie === '' ? null : { kind: 'session', cookie }
}

function tokenOfHeader(header: string | undefined): string | null {
  if (header === undefined) return null
  const [word = '', secret, ...rest] = header.trim().split(/\s+/)
  if (word.toLowerCase() !== 'token') return null
  if (secret === undefined) {
    throw new Fault('authentication_failed', { detail: 'Invalid token header. No credentials provided.' })
  }
  if (rest.length > 0) {
    throw new Fault('authentication_failed', {
      detail: 'Invalid token header. Token string should not contain spaces.',
    })
  }
  return secret
}

function tokenOfQuery(query: unknown): string | null {
  if (typeof query !== 'object' || query === null || !('AUTHTOKEN' in query)) return null
  const secret = query.AUTHTOKEN
  if (typeof secret !== 'string') throw new Fault('authentication_failed')
  return secret
}

function tokenOfAccessKey(headers: FastifyRequest['headers']): string | null {
  for (const name of accessKeyHeaders) {
    const key = headers[name]
    if (typeof key === 'string') return key
  }
  return null
}
