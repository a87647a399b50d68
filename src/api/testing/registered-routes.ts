import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

const channel = 'fastify.initialization'

/** The routes (`GET /api/tasks/:id`) that a server registers while `build` runs, without HEAD. */
export async function registeredBy<Built>(
  build: () => Promise<Built>,
): Promise<{ built: Built; routes: string[] }> {
  const routes = new Set<string>()
  const built = await watchRoutes(build, ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
  })
  return { built, routes: [...routes].sort() }
}

/**
 * Calls `show` with each route that a server registers while `build` runs. Fastify itself reports them, so
 * that no route can be missed.
 */
export async function watchRoutes<Built>(
  build: () => Promise<Built>,
  show: (route: RouteOptions) => void,
): Promise<Built> {
  const listen = (message: unknown) => {
    // Fastify publishes { fastify }, the new server, on this channel.
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
