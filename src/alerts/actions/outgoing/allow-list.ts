import { BlockList, isIP } from 'node:net'

/**
 * Private networks and host names that actions may send requests to (the setting MILLRACE_WEBHOOK_ALLOW). All
 * public addresses are allowed without it.
 */
export class AllowList {
  readonly #networks = new BlockList()
  readonly #names = new Set<string>()

  /** Entries: addresses, networks (10.1.0.0/16) or host names, validated when the setting was read. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', prefix] = entry.split('/')
      if (isIP(address) === 0) this.#names.add(normalizedName(entry))
      else {
        const family = familyOf(address)
        this.#networks.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
      }
    }
  }

  allowsName(name: string): boolean {
    return this.#names.has(normalizedName(name))
  }

  allowsAddress(address: string): boolean {
    return this.#networks.check(address, familyOf(address))
  }
}

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** A host name in lower case, without the trailing dot of a fully qualified name. */
function normalizedName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
