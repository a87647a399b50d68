import type { FastifyRequest } from 'fastify'

/** Names the token, the user or, on public routes and of the page, the address that sends a request. */
export function senderKey({ caller, ip }: FastifyRequest): string {
  // Requests of the page have no such member.
  if (!caller) return `address ${ip}`
  const { authenticatedBy, user } = caller
  return 'token' in authenticatedBy ? `token ${authenticatedBy.token}` : `user ${user.id}`
}
