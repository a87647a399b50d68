import { Type } from 'typebox'
import type { App } from '../app.ts'
import { describeRoutes } from './document.ts'
import type { DescribedRoute } from './route.ts'

const Document = Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI 3.1 document' })

/** Senders of events look for the second. */
const addresses = ['/api/schema', '/incoming/openapi.json'] as const

/** GET /api/schema: the description of all routes that the server has once it is ready. Made for the first who asks: no start waits for it. */
export function schemaRoute(app: App, routes: readonly DescribedRoute[], version: string): void {
  let made: { document: Record<string, unknown>; text: string } | undefined
  const described = () => {
    if (made !== undefined) return made
    const document = { ...describeRoutes(routes, version) }
    made = { document, text: JSON.stringify(document) }
    return made
  }
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
        const { document, text } = described()
        reply.type('application/json; charset=utf-8').serializer(() => text)
        return document
      },
    )
  }
}
