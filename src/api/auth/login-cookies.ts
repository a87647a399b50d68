import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser, Login } from '../../metadata/identity.ts'
import { cookieName, deviceCookie, readCookie, sessionCookie } from './credentials.ts'

/** 400 days, the maximum of browsers. */
const deviceMaxAgeSeconds = 400 * 86_400

/** What all cookies of signing in have in common. `publicOrigin`: of this service, where it is set. */
export function cookieOptions(request: FastifyRequest, publicOrigin: string | null) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    // Behind a proxy that ends TLS the request itself is plain HTTP.
    secure: request.protocol === 'https' || publicOrigin?.startsWith('https:') === true,
  } as const
}

/** What the browser sends along with an attempt to sign in. */
export function browserOf(request: FastifyRequest): Browser {
  return {
    session: readCookie(request, sessionCookie),
    device: readCookie(request, deviceCookie),
    agent: request.headers['user-agent'],
  }
}

/** Gives the browser the session that was started. */
export function setLoginCookies(
  reply: FastifyReply,
  { cookie, maxAge, device }: Login,
  options: ReturnType<typeof cookieOptions>,
): void {
  const { secure } = options
  reply.setCookie(cookieName(sessionCookie, secure), cookie, { ...options, maxAge })
  reply.setCookie(cookieName(deviceCookie, secure), device, { ...options, maxAge: deviceMaxAgeSeconds })
}
