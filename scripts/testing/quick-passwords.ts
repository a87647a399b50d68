/**
 * Hashes of passwords take a 32nd of the usual work, since tests of people make hundreds of them. Stored
 * texts name the usual cost. A hash that one process makes and another verifies needs both under this rule or
 * neither: scenarios, which start the built product, do not use it.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Cost of the test vectors of RFC 7914: they stay as they are. */
const maxN = 1_024

const { scrypt } = crypto
// The overload without options is not used.
crypto.scrypt = quickScrypt as typeof scrypt
syncBuiltinESMExports()

function quickScrypt(
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void {
  scrypt(password, salt, length, { ...options, N: Math.min(options.N ?? maxN, maxN) }, done)
}
