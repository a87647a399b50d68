import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { plainAddress } from './address.ts'

/** The family of an address or of a network such as 192.0.2.0/24; undefined when it is neither. */
function networkFamily(text: string): 'ipv4' | 'ipv6' | undefined {
  const [address = '', prefix, more] = text.split('/')
  if (more !== undefined || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined
  if (isIPv4(address)) return Number(prefix ?? 32) <= 32 ? 'ipv4' : undefined
  return isIPv6(address) && !address.includes('%') && Number(prefix ?? 128) <= 128 ? 'ipv6' : undefined
}

/** Whether a value is the text of an address or a network. */
export function isNetwork(value: unknown): value is string {
  return typeof value === 'string' && networkFamily(value) !== undefined
}

/** Addresses and networks. IPv4 addresses are the same also where they are written as IPv6 (::ffff:192.0.2.1). */
export class Networks {
  readonly #list = new BlockList()

  /** Throws an Error that names what is no address or network. */
  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const family = networkFamily(text)
      if (family === undefined) throw new Error(`${text} is no address or network`)
      const [address = '', prefix] = text.split('/')
      this.#list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
    }
  }

  /** Whether an address, as a socket tells it, is one of them or in one of them. */
  has(address: string): boolean {
    const plain = plainAddress(address)
    if (isIPv4(plain)) return this.#list.check(plain, 'ipv4')
    // A link-local address comes with the name of its interface.
    const [bare = ''] = plain.split('%')
    return isIPv6(bare) && this.#list.check(bare, 'ipv6')
  }
}
