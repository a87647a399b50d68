import type { FastifyRequest } from 'fastify'

/** The client's address, even if another node forwarded the request. */
export function clientAddressOf({ forwardedFor, ip }: Pick<FastifyRequest, 'forwardedFor' | 'ip'>): string {
  return forwardedFor ?? ip
}
