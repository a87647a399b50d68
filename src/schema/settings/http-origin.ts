/**
 * The origin of a service that listens on this host and port. Brackets an IPv6 address, and leaves out its
 * zone (%eth0), which no URL may have.
 */
export function httpOrigin(host: string, port: number, isHttps: boolean): string {
  const name = host.replace(/%.*$/, '')
  const isBareIPv6 = name.includes(':') && !name.startsWith('[')
  const scheme = isHttps ? 'https' : 'http'
  return `${scheme}://${isBareIPv6 ? `[${name}]` : name}:${port}`
}
