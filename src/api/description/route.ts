import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { App } from '../app.ts'

/** A route of the interface, as it was registered. */
export interface DescribedRoute {
  /** In lower case, as OpenAPI writes it. */
  method: string
  /** With `:name` for parameters and `*` for a rest. */
  url: string
  schema: FastifySchema
  config: FastifyContextConfig
  websocket: boolean
  /** The scope of the route: its shapes are known there. */
  scope: Pick<App, 'getSchemas'>
}

/**
 * Notes every route of this scope and of those below it from here on, but for the HEAD that each GET has and for
 * parts of pages. The list grows while routes are registered.
 */
export function collectDescribed(app: App): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', function (route) {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || route.schema?.hide === true) continue
      routes.push({
        method: method.toLowerCase(),
        url: route.url,
        schema: route.schema ?? {},
        config: route.config ?? {},
        websocket: route.wsHandler !== undefined,
        scope: this,
      })
    }
  })
  return routes
}
