import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { jsonResponse } from '../../../ingest/receivers/receiver.ts'
import type { Intake } from '../../../ingest/worker/intake.ts'
import type { QueryService } from '../../../query/query-service.ts'
import { Fault } from '../../../schema/fault.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { SearchResults } from '../../../schema/query/search.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { readerOf } from '../../auth/access.ts'
import type { App } from '../../http/app.ts'
import { pathParameter } from '../../http/path-parameters.ts'
import { withRawBody } from '../bodies/raw-body.ts'
import { installProtocolErrors, type ShipmentRoute, sendReply, shipmentRoute } from './shipment-route.ts'

/** The version of the Elasticsearch interface that shippers see. */
const version = '8.19.0'

/** The answer of GET /elasticsearch. */
const welcome = {
  name: 'millrace',
  cluster_name: 'millrace',
  cluster_uuid: 'millrace',
  version: {
    number: version,
    build_flavor: 'default',
    build_type: 'tar',
    lucene_version: '9.12.0',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
}

const license = { uid: 'millrace', type: 'basic', mode: 'basic', status: 'active' }
const features = { ilm: { available: true, enabled: true }, security: { available: true, enabled: true } }

/** Answers about the cluster by path. */
const infoAnswers: Readonly<Record<string, object>> = {
  '/_license': { license },
  '/_xpack': { license, features },
  '/_cluster/health': { cluster_name: 'millrace', status: 'green', number_of_nodes: 1 },
  '/_nodes/http': { nodes: {} },
  '/_nodes/_all/http': { nodes: {} },
  '/_cat/health': [{ cluster: 'millrace', status: 'green' }],
  '/_cat/templates': [],
}

/**
 * Paths such as `/_ilm/policy/logs`: of templates, life cycles, pipelines, data streams and aliases, which
 * shippers set up before they send. Millrace has none of them, but answers that each exists, and that
 * creating one succeeds.
 */
const setupPath =
  /^\/(?:_ilm\/policy|_index_template|_component_template|_template|_ingest\/pipeline|_data_stream|_alias|_plugins\/_ism\/policies)\/[^/]+$/

/** `/logs/_doc/17`. Reading it finds nothing: events get their own ids, and only searches find them. */
const documentPath = /^\/([^_/][^/]*)\/_doc\/([^/]+)$/
/** `/logs`. */
const indexPath = /^\/[^_/][^/]*$/

/** The media type that clients of version 8 and 9 accept. */
const vendorType = 'application/vnd.elasticsearch+json'

const ErrorShape = Type.Object(
  { error: Type.Object({ type: Type.String(), reason: Type.String() }), status: Type.Integer() },
  { description: 'Refused', $id: 'ElasticsearchError' },
)
const IndexParams = Type.Object({
  index: Type.String({ description: 'Name of an index, which becomes a tag of the events' }),
})

const DocumentParams = Type.Object({
  ...IndexParams.properties,
  document: Type.String({
    description: 'Id of the document, returned unchanged; events get their own ids',
  }),
})

const bulkRoute = {
  alsoProduces: [vendorType],
  summary: 'Send documents through the bulk interface of Elasticsearch',
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
  summary: 'Send one document through the interface of Elasticsearch',
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
    const acceptHeader = request.headers.accept
    if (acceptHeader?.includes(vendorType) && reply.hasHeader('content-type')) {
      reply.header(
        'content-type',
        `${vendorType};compatible-with=${/compatible-with=9/.test(acceptHeader) ? 9 : 8}`,
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

  const add = (route: ShipmentRoute) => shipmentRoute(app, intake, 'elasticsearch', ErrorShape, route)
  for (const method of ['POST', 'PUT'] as const) {
    const hide = method === 'PUT'
    add({ ...bulkRoute, hide, method, url: '/elasticsearch/_bulk', ingestPath: '/_bulk' })
    add({
      ...bulkRoute,
      hide,
      method,
      url: '/elasticsearch/:index/_bulk',
      ingestPath: pathBelowIndex('_bulk'),
      params: IndexParams,
    })
  }
  add({
    ...documentRoute,
    url: '/elasticsearch/:index/_doc',
    ingestPath: pathBelowIndex('_doc'),
    params: IndexParams,
  })
  for (const kind of ['_doc', '_create'])
    for (const method of ['POST', 'PUT'] as const)
      add({
        ...documentRoute,
        hide: method === 'PUT',
        method,
        url: `/elasticsearch/:index/${kind}/:document`,
        // Ingest treats both kinds alike.
        ingestPath: request =>
          `${pathBelowIndex('_doc')(request)}/${encodeURIComponent(pathParameter(request, 'document'))}`,
        params: DocumentParams,
      })
  elasticsearchReads(app, queryService)
}

function pathBelowIndex(suffix: string): (request: FastifyRequest) => string {
  // The index is one path segment, even if it contains slashes (%2F).
  return request => `/${pathParameter(request, 'index').replaceAll('/', '_')}/${suffix}`
}

/** The answer to a request without events. HEAD is passed as GET. */
function setupAnswer(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
): { status: number; body: object } {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (method === 'GET') {
    const body = infoAnswers[trimmed]
    if (body !== undefined) return { status: 200, body }
    if (setupPath.test(trimmed)) return { status: 200, body: {} }
    const [, index, id] = documentPath.exec(trimmed) ?? []
    if (index !== undefined && id !== undefined)
      return { status: 404, body: { _index: decoded(index), _id: decoded(id), found: false } }
  }
  if (method === 'PUT' && setupPath.test(trimmed)) return { status: 200, body: { acknowledged: true } }
  if (method === 'PUT' && indexPath.test(trimmed)) {
    return { status: 200, body: { acknowledged: true, shards_acknowledged: true, index: trimmed.slice(1) } }
  }
  const cause = {
    type: 'resource_not_found_exception',
    reason: `Millrace has no ${method} ${trimmed.slice(0, 200)}.`,
  }
  return { status: 404, body: { error: { root_cause: [cause], ...cause }, status: 404 } }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const shards = { total: 1, successful: 1, failed: 0 }
/** From the first second to now (0): without a query, Elasticsearch counts everything. */
const allTime = { ts_from: 1, ts_to: 0 }

/**
 * Reads that Elasticsearch clients send after writing: whether documents are searchable, and their number.
 */
function elasticsearchReads(app: App, queryService: Pick<QueryService, 'answerPartially'>): void {
  const common = { accessKeys: true, alsoProduces: [vendorType], readsEvents: true } as const
  for (const method of ['GET', 'POST'] as const)
    for (const scope of ['', '/:index']) {
      app.route({
        method,
        url: `/elasticsearch${scope}/_refresh`,
        // Because of `readsEvents` the store already has all acknowledged events.
        config: { ...common, access: 'caller' },
        schema: { hide: true },
        handler: (request, reply) =>
          withRawBody(request, async () => sendReply(jsonResponse(200, { _shards: shards }), reply)),
      })
      app.route({
        method,
        url: `/elasticsearch${scope}/_count`,
        config: { ...common, access: 'search', allowsReadOnly: true },
        schema: { hide: true },
        handler: (request, reply) =>
          withRawBody(request, async ({ body }) => {
            requireMatchAll(request, body)
            return sendReply(jsonResponse(200, await countDocuments(request, queryService)), reply)
          }),
      })
    }
}

/**
 * Counts all documents, or the documents of the index in the path, which is a tag. A repeated event was
 * several documents. Several comma-separated indexes are allowed, and wildcards, as in any condition.
 */
async function countDocuments(
  request: FastifyRequest,
  queryService: Pick<QueryService, 'answerPartially'>,
): Promise<{ count: number; _shards: typeof shards }> {
  const index = isObject(request.params) ? request.params.index : undefined
  const names = typeof index === 'string' ? index.split(',') : []
  const countsAll = names.length === 0 || names.some(name => name === '_all' || name === '*')
  const isInIndex: Condition = { field: 'ut_index', op: 'eq', value: names, ignore_case: false }
  const { results, missing_shards: { length: failed } = [] } = await queryService.answerPartially(
    readerOf(request),
    'Search',
    { filter: countsAll ? [] : [isInIndex], time_range: allTime, page_size: 1 },
    request.clientGone,
  )
  // The results of a Search.
  const { totals } = results as Partial<SearchResults>
  return {
    count: totals?.occurrences ?? 0,
    _shards: { ...shards, total: shards.successful + failed, failed },
  }
}

/** Throws parse_error for a query that does not match all documents: its count would be wrong. */
function requireMatchAll(request: FastifyRequest, body: Uint8Array): void {
  const text = new TextDecoder().decode(body).trim()
  let query: unknown = {}
  try {
    query = text === '' ? {} : JSON.parse(text)
  } catch {
    throw new Fault('parse_error', { detail: 'The body of _count is not JSON.' })
  }
  const hasParameter = isObject(request.query) && request.query.q !== undefined
  // A body that is not an object is refused like a member other than `query`.
  const { query: condition = { match_all: {} }, ...others } = isObject(query) ? query : { others: query }
  const isAll = isObject(condition) && Object.keys(condition).join() === 'match_all'
  if (!isAll || hasParameter || Object.keys(others).length > 0)
    throw new Fault('parse_error', {
      detail: '_count supports only the query match_all. Use POST /api/query for other queries.',
    })
}
