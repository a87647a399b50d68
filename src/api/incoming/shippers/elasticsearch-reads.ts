import type { FastifyRequest } from 'fastify'
import { jsonResponse } from '../../../ingest/receivers/receiver.ts'
import type { QueryService } from '../../../query/query-service.ts'
import { Fault } from '../../../schema/fault.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { SearchResults } from '../../../schema/query/search.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { readerOf } from '../../auth/access.ts'
import type { App } from '../../http/app.ts'
import { withRawBody } from '../bodies/raw-body.ts'
import { sendReply } from './route.ts'

const shards = { total: 1, successful: 1, failed: 0 }
/** The range of a count: without a query, Elasticsearch counts everything. Unix seconds. */
const allTime = { ts_from: 1, ts_to: 0 }

/**
 * Reads that Elasticsearch clients send after writing: whether documents are searchable, and their number.
 */
export function elasticsearchReads(
  app: App,
  queryService: Pick<QueryService, 'answerPartially'>,
  vendorType: string,
): void {
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
            requireAll(request, body)
            const count = await countDocuments(request, queryService)
            return sendReply(jsonResponse(200, { count, _shards: shards }), reply)
          }),
      })
    }
}

/**
 * Counts all events, or with an index in the path the events with that tag. Several comma-separated indexes
 * and wildcards are allowed.
 */
async function countDocuments(
  request: FastifyRequest,
  queryService: Pick<QueryService, 'answerPartially'>,
): Promise<number> {
  const index = isObject(request.params) ? request.params.index : undefined
  const names = typeof index === 'string' ? index.split(',') : []
  const isAny = names.length === 0 || names.some(name => name === '_all' || name === '*')
  const ofIndex: Condition = { field: 'ut_index', op: 'eq', value: names, ignore_case: false }
  const { results } = await queryService.answerPartially(
    readerOf(request),
    'Search',
    { filter: isAny ? [] : [ofIndex], time_range: allTime, page_size: 1 },
    request.clientGone,
  )
  // The results of a Search.
  const { totals } = results as Partial<SearchResults>
  return totals?.count ?? 0
}

/** Throws validation for a query other than all documents: its count would be wrong. */
function requireAll(request: FastifyRequest, body: Uint8Array): void {
  const text = new TextDecoder().decode(body).trim()
  let query: unknown = {}
  try {
    query = text === '' ? {} : JSON.parse(text)
  } catch {
    throw new Fault('parse_error', { detail: 'The body of _count is not JSON.' })
  }
  const hasParameter = isObject(request.query) && request.query.q !== undefined
  const { query: asked = { match_all: {} }, ...others } = isObject(query) ? query : { others: query }
  const isAll = isObject(asked) && Object.keys(asked).join() === 'match_all'
  if (!isAll || hasParameter || Object.keys(others).length > 0)
    throw new Fault('parse_error', {
      detail: '_count supports only the query match_all. Use POST /api/query for other queries.',
    })
}
