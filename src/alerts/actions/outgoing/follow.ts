import { exchange, hostOf, type OutgoingAnswer, type OutgoingRequest } from './exchange.ts'
import { type OutgoingGuard, RefusedTargetError } from './outgoing-guard.ts'

const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Headers that also go to another host; others may hold secrets. */
const plainHeaders: ReadonlySet<string> = new Set(['content-type', 'idempotency-key', 'user-agent', 'accept'])

/**
 * Sends a request and follows up to three redirects. Each URL is checked, and the connection goes to the
 * addresses that were checked. Throws a RefusedTargetError for a URL that is not allowed.
 */
export async function sendFollowing(
  first: OutgoingRequest,
  guard: OutgoingGuard,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  let request = first
  for (let followed = 0; ; followed++) {
    const addresses = await guard.check(hostOf(request.url), portOf(request.url), signal)
    const answer = await exchange(request, addresses, signal)
    if (!redirects.has(answer.status) || answer.location === undefined) return answer
    // A client that follows such a redirect (as fetch does) sends a GET without the body, which would look
    // like a success.
    if (request.method === 'POST' && (answer.status === 301 || answer.status === 302)) return answer
    if (followed === maxRedirects) throw new RefusedTargetError(`More than ${maxRedirects} redirects.`)
    request = redirected(request, answer.status, answer.location)
  }
}

function redirected(request: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = URL.parse(location, request.url.href)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new RefusedTargetError('A redirect to a URL that is neither http nor https.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new RefusedTargetError('A redirect to a URL with a user and a password.')
  }
  if (request.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new RefusedTargetError('The redirect leads from https to http.')
  }
  url.hash = ''
  const headers =
    url.origin === request.url.origin
      ? request.headers
      : Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => plainHeaders.has(name.toLowerCase())),
        )
  const { verifyTls } = request
  if (status === 303) return { method: 'GET', url, headers: withoutType(headers), verifyTls }
  return { ...request, url, headers }
}

function withoutType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'))
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}
