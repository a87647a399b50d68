/**
 * The origin of a service that listens on this host and port. Brackets an IPv6 address, and leaves out its
 * zone (%eth0), which no URL may have.
 */
export function httpOrigin(host: string, port: number, isHttps: boolean): string {
  const name = host.replace(/%.*$/, '')
  const isBare = name.includes(':') && !name.startsWith('[')
  return `${isHttps ? 'https' : 'http'}://${isBare ? `[${name}]` : name}:${port}`
}
