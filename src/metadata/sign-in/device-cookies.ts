import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../secrets/keyring.ts'

/** A device cookie: the id of a user, 128 random bits, and the signature of both. */
const devicePattern = /^(\d{1,16})\.([\w-]{22})\.([0-9a-f]{64})$/

/**
 * A cookie for a browser in which this user has just signed in. It outlives sessions and grants nothing:
 * attempts to sign in with it are throttled separately, so that guesses from the same address do not lock
 * this browser out (OWASP: device cookies).
 */
export function issueDeviceCookie(keyring: Keyring, userId: number): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${userId}.${nonce}.${keyring.sign(`${userId}.${nonce}`)}`
}

/**
 * The id of the browser that has this cookie. Undefined if the cookie is invalid, or was issued to another
 * user than `userId`.
 */
export function readDeviceCookie(keyring: Keyring, cookie: string, userId?: number): string | undefined {
  const [, id, nonce, signature] = devicePattern.exec(cookie) ?? []
  if (nonce === undefined || signature === undefined) return undefined
  if (userId !== undefined && Number(id) !== userId) return undefined
  const expected = keyring.sign(`${id}.${nonce}`)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? nonce : undefined
}
