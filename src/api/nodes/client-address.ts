import type { FastifyRequest } from 'fastify'

/** Where a request comes from: also when another node has forwarded it. */
export function clientAddressOf({ forwardedFor, ip }: Pick<FastifyRequest, 'forwardedFor' | 'ip'>): string {
  return forwardedFor ?? ip
}
