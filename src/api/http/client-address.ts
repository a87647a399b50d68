import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address is an IP address by which this machine reaches itself. */
export function isLoopback(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** The client's address, even if another node forwarded the request. */
export function clientAddressOf({ forwardedFor, ip }: Pick<FastifyRequest, 'forwardedFor' | 'ip'>): string {
  return forwardedFor ?? ip
}

/**
 * Identifies the sender of a request: the token, the user or, on public routes and for the page, the address.
 */
export function senderKey({ caller, ip }: FastifyRequest): string {
  // Requests for the page lack this member.
  if (!caller) return `address ${ip}`
  const { authenticatedBy, user } = caller
  return 'token' in authenticatedBy ? `token ${authenticatedBy.token}` : `user ${user.id}`
}
