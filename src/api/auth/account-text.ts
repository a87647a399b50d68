import { isMailAddress } from '../../alerts/actions/templates/mail-template.ts'
import { isInDomains } from '../../mail/recipients.ts'

// Limits of what an OpenID provider or a directory sends about an account, characters.
export const maxUsernameLength = 150
export const maxNameLength = 150
export const maxSubjectLength = 255
const maxEmailLength = 254
/** Maximum groups of one account. Providers and directories do not send longer lists completely either. */
export const maxExternalGroups = 2_000

/**
 * A value from a provider or a directory, if it is a one-line text, without surrounding spaces; otherwise
 * undefined.
 */
export function accountText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.length > maxLength || /\p{Cc}/u.test(text) ? undefined : text
}

/** A valid address in one of `domains` (empty: any), to which reports may be mailed; otherwise undefined. */
export function accountEmail(value: unknown, domains: readonly string[]): string | undefined {
  const email = accountText(value, maxEmailLength)
  return email !== undefined && isMailAddress(email) && isInDomains(email, domains) ? email : undefined
}
