import type { FastifyRequest } from 'fastify'

/** The origin of the public URL, which a proxy may hide from requests; null if not configured. */
export function originOf(publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? null : (URL.parse(publicUrl)?.origin ?? null)
}

/**
 * Whether a request comes from a page of our origin. Judged by Sec-Fetch-Site, which browsers send over HTTPS
 * and to localhost; otherwise by Origin or Referer, which must be `publicOrigin` or the request's origin.
 */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = request.headers.origin ?? request.headers.referer
  return from !== undefined && isOurOrigin(from, request, publicOrigin)
}

/** Whether a request comes from a page of another origin. Clients other than browsers never count. */
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
