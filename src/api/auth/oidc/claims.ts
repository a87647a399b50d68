import { type ExternalAccount, SignInError } from '../../../metadata/identity/external-account.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import {
  accountEmail,
  accountText,
  maxExternalGroups,
  maxNameLength,
  maxSubjectLength,
  maxUsernameLength,
} from '../account-text.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Names of the claims to read. */
export interface ClaimNames {
  username: string
  groups: string
  /** Domains that reports may be mailed to; empty: all. Addresses in other domains are ignored. */
  mailDomains: readonly string[]
}

/** A claim by its name, which may contain dots, or else by a path into nested claims. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

/** The account described by claims. Throws SignInError `misconfigured` without a usable username. */
export function accountOfClaims(
  { iss, sub }: { iss: string; sub: string },
  claims: Claims,
  names: ClaimNames,
): ExternalAccount {
  if (sub.length > maxSubjectLength) throw new SignInError('invalid', 'the subject is too long')
  const username = accountText(claimAt(claims, names.username), maxUsernameLength)
  if (username === undefined) {
    throw new SignInError('misconfigured', `the provider sends no usable claim ${names.username}`)
  }
  // An unverified address may be someone else's. A provider that sends no such claim is trusted.
  const isTrusted = claims.email_verified !== false && claims.email_verified !== 'false'
  if (!isTrusted && names.username === 'email') {
    throw new SignInError(
      'misconfigured',
      'the provider has not verified the address that would be the username',
    )
  }
  return {
    provider: 'oidc',
    issuer: iss,
    subject: sub,
    username,
    email: isTrusted ? accountEmail(claims.email, names.mailDomains) : undefined,
    firstName: accountText(claims.given_name, maxNameLength),
    lastName: accountText(claims.family_name, maxNameLength),
    groups: groupsOf(claimAt(claims, names.groups)),
  }
}

function groupsOf(value: unknown): string[] {
  const groups = Array.isArray(value) ? value.slice(0, maxExternalGroups) : [value]
  return groups.filter(group => typeof group === 'string')
}
