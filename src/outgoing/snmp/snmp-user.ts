import { AuthProtocols, PrivProtocols, SecurityLevel, type User } from 'net-snmp'
import type { SnmpTarget } from '../../schema/triggers/trigger-parts.ts'

/** Traps cannot be sent to a target. The message is a sentence for the person who set it. */
export class SnmpTargetError extends Error {
  override name = 'SnmpTargetError' as const
}

const authProtocols = {
  none: AuthProtocols.none,
  sha: AuthProtocols.sha,
  sha256: AuthProtocols.sha256,
  sha512: AuthProtocols.sha512,
} as const
const privProtocols = {
  none: PrivProtocols.none,
  aes: PrivProtocols.aes,
  // Derives the key as Blumenthal proposed. `aes256r` (Reeder), which Cisco devices use, is not offered.
  aes256: PrivProtocols.aes256b,
} as const

/** RFC 3414 11.2. */
const minPasswordLength = 8

/** The user of a v3 trap. Throws a SnmpTargetError for missing or invalid members. */
export function snmpUser({ user = '', auth_password = '', priv_password = '', ...target }: SnmpTarget): User {
  const { auth_protocol = 'none', priv_protocol = 'none' } = target
  if (user === '') throw new SnmpTargetError('SNMP v3 needs a user.')
  if (auth_protocol === 'none') {
    if (priv_protocol !== 'none') throw new SnmpTargetError('SNMP encrypts only with authentication.')
    return { name: user, level: SecurityLevel.noAuthNoPriv }
  }
  if (auth_password.length < minPasswordLength) {
    throw new SnmpTargetError(`The authentication password needs ${minPasswordLength} characters or more.`)
  }
  const withAuth = { name: user, authProtocol: authProtocols[auth_protocol], authKey: auth_password }
  if (priv_protocol === 'none') return { ...withAuth, level: SecurityLevel.authNoPriv }
  if (priv_password.length < minPasswordLength) {
    throw new SnmpTargetError(`The encryption password needs ${minPasswordLength} characters or more.`)
  }
  return {
    ...withAuth,
    level: SecurityLevel.authPriv,
    privProtocol: privProtocols[priv_protocol],
    privKey: priv_password,
  }
}
