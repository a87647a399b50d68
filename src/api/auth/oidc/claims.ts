import { isInDomains } from '../../../mail/recipients.ts'
import { type ExternalAccount, SignInError } from '../../../metadata/sign-in/external-account.ts'
import { isObject } from '../../../schema/json-object.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Where claims say what. */
export interface ClaimNames {
  username: string
  groups: string
  /** Domains that reports may be mailed to; empty: all. Addresses of others are not taken over. */
  mailDomains: readonly string[]
}

const maxUsernameLength = 150
const maxNameLength = 150
const maxEmailLength = 254
const maxSubjectLength = 255
/** Providers that have more of somebody send a reference instead. */
const maxGroups = 2_000

/** A claim by its name, or by a path into nested claims: names may have dots themselves. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

/** The account that claims describe. Throws SignInError `misconfigured` without a usable username. */
export function accountOfClaims(
  { iss, sub }: { iss: string; sub: string },
  claims: Claims,
  names: ClaimNames,
): ExternalAccount {
  if (sub.length > maxSubjectLength) throw new SignInError('invalid', 'the subject is too long')
  const username = textOf(claimAt(claims, names.username), maxUsernameLength)
  if (username === undefined) {
    throw new SignInError('misconfigured', `the provider sends no usable claim ${names.username}`)
  }
  const email = textOf(claims.email, maxEmailLength)
  const isOwn = claims.email_verified !== false && claims.email_verified !== 'false'
  const isAllowed = email !== undefined && isOwn && isInDomains(email, names.mailDomains)
  return {
    provider: 'oidc',
    issuer: iss,
    subject: sub,
    username,
    email: isAllowed ? email : undefined,
    firstName: textOf(claims.given_name, maxNameLength),
    lastName: textOf(claims.family_name, maxNameLength),
    groups: groupsOf(claimAt(claims, names.groups)),
  }
}

/** A text of one line without spaces around it; undefined for all else. */
function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.length > maxLength || /\p{Cc}/u.test(text) ? undefined : text
}

function groupsOf(value: unknown): string[] {
  const groups = Array.isArray(value) ? value.slice(0, maxGroups) : [value]
  return groups.filter(group => typeof group === 'string')
}
