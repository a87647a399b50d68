import { isIPv6 } from 'node:net'

/**
 * The network that an address is counted as. An IPv4 address counts as itself, also if it is mapped into IPv6
 * (`::ffff:192.0.2.1`). An IPv6 address counts as its /64, since one machine may use any address of it:
 * `2001:db8::1` as `2001:db8:0:0::/64`.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const canonical = canonicalAddress(address)
  // Such as ::ffff:c000:201, which is 192.0.2.1.
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical)
  if (mapped !== null) {
    const [high = 0, low = 0] = mapped.slice(1).map(group => Number.parseInt(group, 16))
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  const [front = [], back = []] = canonical.split('::').map(part => (part === '' ? [] : part.split(':')))
  const missingGroups = 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: missingGroups }, () => '0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** An IPv6 address in its canonical form (RFC 5952), without a zone, all of it in hexadecimal groups. */
function canonicalAddress(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  return new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
}
