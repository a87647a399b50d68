import { isIPv6 } from 'node:net'

/**
 * The network that an address is counted as: an IPv4 address itself, also mapped into IPv6; the /64 of an
 * IPv6 address, since one machine may use any address of it.
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

function prefix(groups: readonly string[]): string {
  const first = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
