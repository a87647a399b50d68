import type { FastifyReply } from 'fastify'

/**
 * Aborts when the connection closes, also after a complete answer. `request.signal` of Fastify does not where a body is read: it listens to
 * the stream of the body, which closes at its end.
 */
export function clientGoneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Error('the client is gone')))
  return gone.signal
}
