import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { jsonResponse } from '../../../ingest/receivers/receiver.ts'
import type { Intake } from '../../../ingest/worker/intake.ts'
import type { QueryService } from '../../../query/query-service.ts'
import type { App } from '../../http/app.ts'
import { pathParameter } from '../../http/path-parameters.ts'
import { elasticsearchReads } from './elasticsearch-reads.ts'
import { setupAnswer, welcome } from './elasticsearch-setup.ts'
import { installProtocolErrors } from './errors.ts'
import { sendReply, shipmentRoute } from './route.ts'

/** The media type that clients of version 8 and 9 accept. */
const vendorType = 'application/vnd.elasticsearch+json'

const ErrorShape = Type.Object(
  { error: Type.Object({ type: Type.String(), reason: Type.String() }), status: Type.Integer() },
  { description: 'Refused', $id: 'ElasticsearchError' },
)
const IndexParams = Type.Object({
  index: Type.String({ description: 'Name of an index: a tag of the events' }),
})

const DocumentParams = Type.Object({
  ...IndexParams.properties,
  document: Type.String({
    description: 'Id of the document: answered as it is; events have ids of their own',
  }),
})

const bulkRoute = {
  alsoProduces: [vendorType],
  summary: 'Send documents, as to the bulk interface of Elasticsearch',
  description: 'Actions `index` and `create`; others are refused item by item.',
  bodies: {
    'application/x-ndjson': Type.String({
      description: 'A line with an action, then a line with its document, and so on',
    }),
    'application/json': Type.Object(
      { index: Type.Object({}) },
      { description: 'The same; sent as JSON it is one action' },
    ),
  },
  answers: {
    200: Type.Object({
      took: Type.Integer({ description: 'Milliseconds' }),
      errors: Type.Boolean({ description: 'Whether an item was refused' }),
      items: Type.Array(Type.Record(Type.String(), Type.Object({ status: Type.Integer() }))),
    }),
  },
}
const documentRoute = {
  alsoProduces: [vendorType],
  summary: 'Send one document, as to Elasticsearch',
  bodies: { 'application/json': Type.Object({}, { description: 'A document' }) },
  answers: { 201: Type.Object({ result: Type.Literal('created') }) },
}

/** Routes for the shippers of Elasticsearch and OpenSearch. */
export function elasticsearchRoutes(
  app: App,
  intake: Pick<Intake, 'submitShipper'>,
  queryService: Pick<QueryService, 'answerPartially'>,
): void {
  installProtocolErrors(app, 'elasticsearch')
  app.addHook('onRequest', async (_request, reply) => {
    // Clients refuse servers without this header.
    reply.header('x-elastic-product', 'Elasticsearch')
  })
  app.addHook('onSend', async (request, reply) => {
    const wanted = request.headers.accept
    if (wanted?.includes(vendorType) && reply.hasHeader('content-type')) {
      reply.header(
        'content-type',
        `${vendorType};compatible-with=${/compatible-with=9/.test(wanted) ? 9 : 8}`,
      )
    }
  })
  const config = { access: 'caller', accessKeys: true, alsoProduces: [vendorType] } as const
  app.get('/elasticsearch', { config, schema: { hide: true } }, async (_request, reply) =>
    sendReply(jsonResponse(200, welcome), reply),
  )
  for (const method of ['GET', 'PUT', 'POST', 'DELETE'] as const) {
    app.route({
      method,
      url: '/elasticsearch/*',
      config,
      schema: { hide: true },
      handler: async (request: FastifyRequest, reply) => {
        const [path = ''] = request.url.split('?', 1)
        const { status, body } = setupAnswer(method, path.slice('/elasticsearch'.length))
        return sendReply(jsonResponse(status, body), reply)
      },
    })
  }

  const add = shipmentRoute.bind(undefined, app, intake, 'elasticsearch', ErrorShape)
  for (const method of ['POST', 'PUT'] as const) {
    const hide = method === 'PUT'
    add({ ...bulkRoute, hide, method, url: '/elasticsearch/_bulk', path: '/_bulk' })
    add({
      ...bulkRoute,
      hide,
      method,
      url: '/elasticsearch/:index/_bulk',
      path: pathBelowIndex('_bulk'),
      params: IndexParams,
    })
  }
  add({
    ...documentRoute,
    url: '/elasticsearch/:index/_doc',
    path: pathBelowIndex('_doc'),
    params: IndexParams,
  })
  for (const kind of ['_doc', '_create'])
    for (const method of ['POST', 'PUT'] as const)
      add({
        ...documentRoute,
        hide: method === 'PUT',
        method,
        url: `/elasticsearch/:index/${kind}/:document`,
        path: request =>
          `${pathBelowIndex('_doc')(request)}/${encodeURIComponent(pathParameter(request, 'document'))}`,
        params: DocumentParams,
      })
  elasticsearchReads(app, queryService, vendorType)
}

function pathBelowIndex(suffix: string): (request: FastifyRequest) => string {
  // The index is one path segment, even if it contains slashes (%2F).
  return request => `/${pathParameter(request, 'index').replaceAll('/', '_')}/${suffix}`
}
