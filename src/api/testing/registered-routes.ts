import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

const channel = 'fastify.initialization'

/**
 * Every route (`GET /api/tasks/:id`) that a server registers while `build` makes it, but for the HEAD that each GET has.
 * The framework's own account: nothing that we keep about our routes can hide one.
 */
export async function registeredBy<Built>(
  build: () => Promise<Built>,
): Promise<{ built: Built; routes: string[] }> {
  const routes = new Set<string>()
  const listen = (message: unknown) => {
    // What the framework publishes here is { fastify }, the new server.
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
    })
  }
  subscribe(channel, listen)
  try {
    return { built: await build(), routes: [...routes].sort() }
  } finally {
    unsubscribe(channel, listen)
  }
}
