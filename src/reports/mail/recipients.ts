import type { StoredReports } from '../../metadata/open.ts'

/** Whether an address is in one of these domains, without their subdomains. Without any domains every address is. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.includes(domain)
}

/** The addresses that reports may be mailed to. */
export class Recipients {
  readonly #domains: readonly string[]
  readonly #stored: Pick<StoredReports, 'findUserAddresses'>

  /** `domains` in lower case; none: all addresses. */
  constructor(domains: readonly string[], stored: Pick<StoredReports, 'findUserAddresses'>) {
    this.#domains = domains
    this.#stored = stored
  }

  /** The addresses that are neither in an allowed domain nor of an active user. */
  async refused(emails: readonly string[]): Promise<string[]> {
    const foreign = emails.filter(email => !isInDomains(email, this.#domains))
    if (foreign.length === 0) return []
    const own = await this.#stored.findUserAddresses(foreign)
    return foreign.filter(email => !own.has(email.toLowerCase()))
  }
}
