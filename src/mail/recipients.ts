/** The addresses of users: mails to them are always allowed. */
export interface UserAddresses {
  /** Returns the addresses that belong to active users, in lower case. */
  findUserAddresses(emails: readonly string[]): Promise<ReadonlySet<string>>
}

/** Whether an address is in one of `domains` (lower case, without subdomains). An empty list allows all. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.includes(domain)
}

/**
 * The addresses to which no mail may be sent: neither in one of `domains` (lower case; empty allows all) nor
 * of an active user.
 */
export async function findRefusedRecipients(
  emails: readonly string[],
  domains: readonly string[],
  users: UserAddresses,
): Promise<string[]> {
  return domains.length === 0 ? [] : findForeignRecipients(emails, domains, users)
}

/**
 * The addresses that are neither in one of `domains` (lower case) nor of an active user. With an empty list,
 * all addresses that are not of an active user.
 */
export async function findForeignRecipients(
  emails: readonly string[],
  domains: readonly string[],
  users: UserAddresses,
): Promise<string[]> {
  const foreign = emails.filter(email => domains.length === 0 || !isInDomains(email, domains))
  if (foreign.length === 0) return []
  const own = await users.findUserAddresses(foreign)
  return foreign.filter(email => !own.has(email.toLowerCase()))
}
