import { hostname } from 'node:os'

/**
 * The address of a service for other machines: a service that listens on every address is reached by the name
 * of its machine.
 */
export function reachableAddress(url: string): string {
  const address = new URL(url)
  if (['0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = hostname()
  return address.origin
}
