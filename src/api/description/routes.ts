import { Type } from 'typebox'
import type { App } from '../app.ts'
import { describeRoutes } from './document.ts'
import type { DescribedRoute } from './route.ts'

const Document = Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI 3.1 document' })

/** Senders of events look for the second. */
const addresses = ['/api/schema', '/incoming/openapi.json'] as const

/** GET /api/schema: the description of all routes that the server has once it is ready. */
export function schemaRoute(app: App, routes: readonly DescribedRoute[]): void {
  let document: Record<string, unknown> = {}
  let text = ''
  app.addHook('onReady', async () => {
    document = { ...describeRoutes(routes) }
    text = JSON.stringify(document)
  })
  for (const url of addresses) {
    app.get(
      url,
      {
        compress: {},
        config: { access: 'public' },
        schema: {
          summary: 'This description: OpenAPI 3.1',
          hide: url !== '/api/schema',
          response: { 200: Document },
        },
      },
      async (_request, reply) => {
        reply.type('application/json; charset=utf-8').serializer(() => text)
        return document
      },
    )
  }
}
