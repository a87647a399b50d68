import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser, Login } from '../../metadata/identity.ts'
import { deviceCookie, sessionCookie } from './credentials.ts'

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
export function browserOf({ cookies, headers }: FastifyRequest): Browser {
  return {
    session: cookies[sessionCookie],
    device: cookies[deviceCookie],
    agent: headers['user-agent'],
  }
}

/** Gives the browser the session that was started. */
export function setLoginCookies(
  reply: FastifyReply,
  { cookie, maxAge, device }: Login,
  options: ReturnType<typeof cookieOptions>,
): void {
  reply.setCookie(sessionCookie, cookie, { ...options, maxAge })
  reply.setCookie(deviceCookie, device, { ...options, maxAge: deviceMaxAgeSeconds })
}
