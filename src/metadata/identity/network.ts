import { isIPv6 } from 'node:net'

/**
 * The network that an address is counted as. An IPv4 address counts as itself, also if it is mapped into IPv6
 * (`::ffff:192.0.2.1`). An IPv6 address counts as its /64, since one machine may use any address of it:
 * `2001:db8::1` as `2001:db8:0:0::/64`.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  if (tail === undefined) return prefix(front)
  const back = tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end stands for two groups.
  const missingGroups = 8 - front.length - back.length - (tail.includes('.') ? 1 : 0)
  return prefix([...front, ...Array.from({ length: missingGroups }, () => '0'), ...back])
}

/** The first 64 bits of an address. */
function prefix(groups: readonly string[]): string {
  const first = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
