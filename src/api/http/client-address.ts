import type { FastifyRequest } from 'fastify'

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
