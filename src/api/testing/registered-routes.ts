import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

const channel = 'fastify.initialization'

/**
 * Every route (`GET /api/tasks/:id`) that a server registers while `build` makes it, but for the HEAD that each GET has.
 */
export async function registeredBy<Built>(
  build: () => Promise<Built>,
): Promise<{ built: Built; routes: string[] }> {
  const routes = new Set<string>()
  const built = await watchRoutes(build, ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
  })
  return { built, routes: [...routes].sort() }
}

/** Shows every route that a server registers while `build` makes it. The framework's own account: nothing that we keep can hide one. */
export async function watchRoutes<Built>(
  build: () => Promise<Built>,
  show: (route: RouteOptions) => void,
): Promise<Built> {
  const listen = (message: unknown) => {
    // What the framework publishes here is { fastify }, the new server.
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', show)
  }
  subscribe(channel, listen)
  try {
    return await build()
  } finally {
    unsubscribe(channel, listen)
  }
}
