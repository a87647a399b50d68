/** An address as people write it: an IPv4 address that arrived on an IPv6 socket is shown as IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return ''
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
