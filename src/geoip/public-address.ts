import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose registries (RFC 6890): networks that are not globally reachable, and multicast. */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Special-purpose networks within 2000::/3, to which all global unicast addresses belong. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const

const specialPurpose = new BlockList()
for (const [network, prefix] of special4) specialPurpose.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of special6) specialPurpose.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** As in ::ffff:192.0.2.1. */
const ipv4MappedPrefix = /^::ffff:(?=\d+\.)/i

/** A public address as text for a lookup (IPv4-mapped ones as IPv4); undefined for other texts. */
export function parsePublicAddress(text: string): string | undefined {
  const address = text.replace(ipv4MappedPrefix, '')
  switch (isIP(address)) {
    case 4:
      return specialPurpose.check(address, 'ipv4') ? undefined : address
    case 6:
      return global6.check(address, 'ipv6') && !specialPurpose.check(address, 'ipv6') ? address : undefined
    default:
      return undefined
  }
}
