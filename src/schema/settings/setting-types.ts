import { Type } from 'typebox'

/** Texts with their own grammar, by their `format`; setting-value.ts reads each. */
export type SettingFormat =
  | 'listener'
  | 'networks'
  | 'names'
  | 'choices'
  | 'bytes'
  | 'zone'
  | 'node-name'
  | 'instance-key'
  | 'user-token'
  | 'web-address'
  | 'issuer'
  | 'clickhouse-addresses'
  | 'ldap-addresses'
  | 'smtp-address'
  | 'snmp-address'
  | 'mail-sender'
  | 'domains'
  | 'retention-classes'
  | 'hosts'

/** Marks a setting whose value never appears in logs and errors. */
export const secret = { 'x-secret': true } as const

/** A number of bytes, written as a number or with a unit (900MB, 4GiB). */
export function bytes(options: { title: string; description: string; default: number; minimum: number }) {
  return Type.Integer({ ...options, format: 'bytes', maximum: Number.MAX_SAFE_INTEGER })
}

/** Some of these words, separated by commas; `all` of them, or `off`. */
export function choices<Word extends string>(
  words: readonly Word[],
  options: { title: string; description: string; default: string },
) {
  return Type.Unsafe<readonly Word[]>({ type: 'string', format: 'choices', 'x-choices': words, ...options })
}

/** A path that may be absent. */
export function optionalPath(title: string, description: string, bounds: { maxLength?: number } = {}) {
  return Type.Optional(Type.String({ title, description, minLength: 1, ...bounds }))
}
