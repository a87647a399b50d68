import { BlockList, isIP } from 'node:net'

/**
 * The setting MILLRACE_WEBHOOK_ALLOW: networks and host names to which actions may send requests although the
 * addresses are not public.
 */
export class AllowList {
  readonly #networks = new BlockList()
  readonly #names = new Set<string>()

  /** Entries are addresses, networks (10.1.0.0/16) or host names. Reading the setting has validated them. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', prefix] = entry.split('/')
      const version = isIP(address)
      if (version === 0) this.#names.add(plainName(entry))
      else this.#networks.addSubnet(address, Number(prefix ?? (version === 4 ? 32 : 128)), familyOf(address))
    }
  }

  hasName(name: string): boolean {
    return this.#names.has(plainName(name))
  }

  hasAddress(address: string): boolean {
    return this.#networks.check(address, familyOf(address))
  }
}

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** A host name in lower case, without the trailing dot of a full name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
