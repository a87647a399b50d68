import type { StoredReports } from '../../metadata/open.ts'

/** Whether an address is in one of these domains; subdomains are domains of their own. No domains at all: every address is. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.includes(domain)
}

/** Whom reports may be mailed to. */
export class Recipients {
  readonly #domains: readonly string[]
  readonly #stored: Pick<StoredReports, 'findUserAddresses'>

  /** `domains` in lower case; none: everybody. */
  constructor(domains: readonly string[], stored: Pick<StoredReports, 'findUserAddresses'>) {
    this.#domains = domains
    this.#stored = stored
  }

  /** Those of the addresses that are neither in an allowed domain nor of a user who may sign in. */
  async refused(emails: readonly string[]): Promise<string[]> {
    const foreign = emails.filter(email => !isInDomains(email, this.#domains))
    if (foreign.length === 0) return []
    const own = await this.#stored.findUserAddresses(foreign)
    return foreign.filter(email => !own.has(email.toLowerCase()))
  }
}
