import { SocketAddress } from 'node:net'

/** An address as people write it: an IPv4 address that arrived on an IPv6 socket is shown as IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return ''
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

/** The canonical text (RFC 5952) of the 16 bytes of an IPv6 address. */
export function ipv6Text(bytes: Buffer): string {
  const groups = bytes.toString('hex').match(/.{4}/g) ?? []
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address
}
