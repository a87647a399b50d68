import { isInDomains } from '../../mail/recipients.ts'

export const maxUsernameLength = 150
export const maxNameLength = 150
export const maxSubjectLength = 255
const maxEmailLength = 254
/** Of one account. Providers and directories that have more of somebody leave some out themselves. */
export const maxExternalGroups = 2_000

/** What a provider or a directory says: a text of one line without spaces around it; undefined for all else. */
export function accountText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.length > maxLength || /\p{Cc}/u.test(text) ? undefined : text
}

/** An address that reports may be mailed to; undefined for all else. `domains`: empty for all. */
export function accountEmail(value: unknown, domains: readonly string[]): string | undefined {
  const email = accountText(value, maxEmailLength)
  return email !== undefined && isInDomains(email, domains) ? email : undefined
}
