// Hashes and verifies passwords of users.

import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HashQueue, type HashRequester } from './hash-queue.ts'

/** scrypt (RFC 7914) with N = 2^15, r = 8, p = 1: 32 MiB and some 60 ms a try. */
const cost = { logN: 15, r: 8, p: 1 } as const
const saltLength = 16
const hashLength = 32
/** The requester of hashes of new passwords: signed in, or with access to the machine. */
const passwordSetter: HashRequester = { isKnown: true, key: '' }

/** A hash with its parameters and salt: `scrypt$15$8$1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  const hash = await derive(password, salt, cost, passwordSetter)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(
    '$',
  )
}

/**
 * Whether the password has this hash. Without a hash: false, after the same work. Throws overloaded when too
 * many of this requester, or of its class, wait.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  requester: HashRequester = passwordSetter,
): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] =
    /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{1,86})\$([\w-]{43})$/.exec(stored ?? '') ?? []
  if (logN === undefined) {
    await derive(password, randomBytes(saltLength), cost, requester)
    return false
  }
  const parameters = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), parameters, requester)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * A random password of at least `minLength` characters and 99 bits that can be read aloud: unambiguous
 * letters and digits, in groups of five.
 */
export function randomPassword(minLength = 0): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  // A group and its hyphen have six characters; the last group has no hyphen.
  const groups = Math.max(4, Math.ceil((minLength + 1) / 6))
  return Array.from({ length: groups }, group).join('-')
}

const queue = new HashQueue()
const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

function derive(
  password: string,
  salt: Buffer,
  { logN, r, p }: { logN: number; r: number; p: number },
  requester: HashRequester,
): Promise<Buffer> {
  const N = 2 ** logN
  return queue.run(requester, () =>
    // Normalized, since keyboards compose letters with accents differently. `maxmem` is twice the memory that
    // scrypt takes: Node's default would refuse these parameters.
    scryptAsync(password.normalize('NFKC'), salt, hashLength, { N, r, p, maxmem: 2 * 128 * r * (N + p + 2) }),
  )
}
