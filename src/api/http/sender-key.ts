import type { FastifyRequest } from 'fastify'

/**
 * Identifies the sender of a request: the token, the user or, on public routes and for the page, the address.
 */
export function senderKey({ caller, ip }: FastifyRequest): string {
  // Requests for the page lack this member.
  if (!caller) return `address ${ip}`
  const { authenticatedBy, user } = caller
  return 'token' in authenticatedBy ? `token ${authenticatedBy.token}` : `user ${user.id}`
}
