import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser, Login } from '../../metadata/identity/identity.ts'
import { cookieName, deviceCookie, readCookie, sessionCookie } from './credentials.ts'

/** 400 days, the maximum in browsers. */
const deviceMaxAgeSeconds = 400 * 86_400

/** Options of all sign-in cookies. `publicOrigin`: this service's origin, if configured. */
export function cookieOptions(request: FastifyRequest, publicOrigin: string | null) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    // Behind a proxy that ends TLS the request itself is plain HTTP.
    secure: request.protocol === 'https' || publicOrigin?.startsWith('https:') === true,
  } as const
}

/** The browser's data for a sign-in attempt. */
export function browserOf(request: FastifyRequest): Browser {
  return {
    session: readCookie(request, sessionCookie),
    device: readCookie(request, deviceCookie),
    agent: request.headers['user-agent'],
  }
}

/** Sends the new session to the browser. */
export function setLoginCookies(
  reply: FastifyReply,
  { cookie, maxAgeSeconds, device }: Login,
  options: ReturnType<typeof cookieOptions>,
): void {
  const { secure } = options
  reply.setCookie(cookieName(sessionCookie, secure), cookie, { ...options, maxAge: maxAgeSeconds })
  reply.setCookie(cookieName(deviceCookie, secure), device, { ...options, maxAge: deviceMaxAgeSeconds })
}
