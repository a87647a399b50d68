import type { FastifyRequest } from 'fastify'

/** The origin of the address under which people reach this service (null: not told), which a proxy may hide from requests. */
export function originOf(publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? null : (URL.parse(publicUrl)?.origin ?? null)
}

/**
 * Whether a browser made this request from a page of our own origin. Sec-Fetch-Site says so where browsers send it
 * (HTTPS and localhost); elsewhere Origin, and for a GET without one Referer, must name the host that was asked, or be `publicOrigin`.
 */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = request.headers.origin ?? request.headers.referer
  return from !== undefined && isOurOrigin(from, request, publicOrigin)
}

/** Whether a browser made this request from a page of somebody else. Clients that are no browsers never did. */
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
