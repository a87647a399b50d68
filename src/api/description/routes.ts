import swagger from '@fastify/swagger'
import { Type } from 'typebox'
import { ClientFrame } from '../../schema/query/live.ts'
import { QueryRepresentation } from '../../schema/query/query.ts'
import { NotificationCounts } from '../../schema/triggers/notification.ts'
import { FixedContent } from '../http/answers/fixed-content.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { describedRoute } from './described-route.ts'
import { completeDocument, type OperationNotes } from './document.ts'
import { faultsOf } from './faults.ts'
import { introduction } from './introduction.ts'
import type { Description, SchemaObject } from './openapi.ts'
import { querySchemas } from './query-schemas.ts'
import { sections } from './sections.ts'
import { securitySchemes } from './security.ts'

const id = (what: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${what}; null for a subscription of another kind`,
  })

/** Frames that a client of /ws/live-updates sends. */
const LiveClientFrame = { ...ClientFrame, $id: 'LiveClientFrame' }

/** Frames that the service sends on /ws/live-updates. */
const LiveServerFrame = Type.Union(
  [
    Type.Tuple([
      Type.Literal('subscription-update'),
      Type.Object({
        query: Type.Array(Type.String()),
        widget: Type.Array(Type.Integer()),
        dashboard: Type.Array(Type.Integer()),
        notifications: Type.Optional(Type.Literal(true, { description: 'Only while subscribed to' })),
      }),
    ]),
    Type.Tuple([Type.Literal('notifications-update'), refTo(NotificationCounts)]),
    Type.Tuple([
      Type.Literal('widget-update'),
      Type.Object({
        widget_id: id('Widget that the update is for'),
        dashboard_id: id('Dashboard that is subscribed to'),
        data: refTo(QueryRepresentation),
      }),
    ]),
    Type.Tuple([
      Type.Literal('error'),
      Type.Object({
        code: Type.String({ description: 'Code of the error catalogue' }),
        detail: Type.String(),
        command: Type.Unknown({ description: 'The received frame; text when it was not JSON' }),
      }),
    ]),
    Type.Tuple([Type.Literal('pong')]),
  ],
  { $id: 'LiveServerFrame' },
)

const Document = Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI 3.1 document' })

/** Components that no route's schema contains. */
const schemas: Readonly<Record<string, SchemaObject>> = {
  ...querySchemas,
  LiveClientFrame,
  LiveServerFrame: { ...LiveServerFrame },
}

/** The second path is for senders of events. */
const paths = ['/api/schema', '/incoming/openapi.json'] as const

/**
 * GET /api/schema: the OpenAPI document of all routes registered after this call. The first request builds
 * it, so that it does not delay the start. `version` is the program's.
 */
export async function descriptionRoutes(app: App, version: string): Promise<void> {
  const notes = new Map<string, OperationNotes>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Millrace',
        version,
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'Where this document came from' }],
      tags: sections.map(({ name, description }) => ({ name, description })),
      components: {
        // A copy, since the plugin modifies these.
        schemas: structuredClone(schemas),
        responses: {},
        securitySchemes,
      },
    },
    convertConstToEnum: false,
    stripBasePath: false,
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transform: ({ schema, url, route }) => {
      if (schema?.hide === true) return { schema, url }
      const described = describedRoute(route)
      const { needsBody = route.schema?.reads?.body !== undefined } = route.schema ?? {}
      notes.set(described.operationId, { faults: faultsOf(route), needsBody })
      return { schema: described, url: url.replace(/\/\*$/, '/:path') }
    },
    transformObject: given =>
      // In OpenAPI mode the plugin passes a whole document with the parts above, but its type is narrower.
      completeDocument((given as unknown as { openapiObject: Description }).openapiObject, notes),
  })
  const content = new FixedContent(async () => Buffer.from(JSON.stringify(app.swagger())))
  for (const url of paths) {
    app.get(
      url,
      {
        config: { access: 'public' },
        schema: {
          summary: 'This description: OpenAPI 3.1',
          hide: url !== '/api/schema',
          response: { 200: Document },
        },
      },
      async (request, reply) => {
        const bytes = await content.encodedFor(request, reply)
        // Replaces the returned object by the bytes. Fastify sends a Buffer unchanged, but its type allows
        // only strings.
        reply.type('application/json; charset=utf-8').serializer(() => bytes as unknown as string)
        return { ...app.swagger() }
      },
    )
  }
}
