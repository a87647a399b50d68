import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

interface Network {
  address: string
  prefix: number
  family: 'ipv4' | 'ipv6'
}

/** Parses an address or a network such as 192.0.2.0/24. */
function parseNetwork(text: string): Network | undefined {
  const [address = '', length, excess] = text.split('/')
  if (excess !== undefined || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const maxPrefix = isIPv4(address) ? 32 : 128
  const prefix = Number(length ?? maxPrefix)
  if (prefix > maxPrefix) return undefined
  if (maxPrefix === 32) return { address, prefix, family: 'ipv4' }
  return isIPv6(address) && !address.includes('%') ? { address, prefix, family: 'ipv6' } : undefined
}

/** Whether a value is the text of an address or a network. */
export function isNetwork(value: unknown): value is string {
  return typeof value === 'string' && parseNetwork(value) !== undefined
}

/** A set of addresses and networks. An IPv4 address equals its IPv6 form (::ffff:192.0.2.1). */
export class Networks {
  readonly #list = new BlockList()

  /** Throws an Error that names the text that is not an address or network. */
  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = parseNetwork(text)
      if (network === undefined) throw new Error(`${text} is no address or network`)
      this.#list.addSubnet(network.address, network.prefix, network.family)
    }
  }

  /** Whether the set contains the address of a socket. */
  has(address: string): boolean {
    const plain = plainAddress(address)
    if (isIPv4(plain)) return this.#list.check(plain, 'ipv4')
    // A link-local address ends with the name of its interface: fe80::1%eth0.
    const [bare = ''] = plain.split('%')
    return isIPv6(bare) && this.#list.check(bare, 'ipv6')
  }
}

/** The address of a peer as people write it: IPv4 that arrived on an IPv6 socket is shown as IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return ''
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

/** The canonical text (RFC 5952) of the 16 bytes of an IPv6 address. */
export function ipv6Text(bytes: Buffer): string {
  const groups = bytes.toString('hex').match(/.{4}/g) ?? []
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address
}
