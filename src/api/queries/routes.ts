import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import type { TriggerResults } from '../../metadata/triggers/trigger-results.ts'
import { decorate } from '../../query/decorations/decorate.ts'
import { withTriggerData } from '../../query/decorations/trigger-data.ts'
import type { PageOverride, QueryService } from '../../query/query-service.ts'
import { Explanation } from '../../schema/query/explain.ts'
import { QueryRepresentation, QueryRequest } from '../../schema/query/query.ts'
import { readerOf } from '../auth/access.ts'
import { isScopedQuery } from '../auth/scope.ts'
import { storeFaults } from '../description/faults.ts'
import { decorationsFor, firedViewerOf } from '../events/fired-viewer.ts'
import type { App } from '../http/app.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'

const QueryIdParams = Type.Object({ qid: Type.String({ description: 'query_id' }) })

const ReadQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Search only' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Search only' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Search only' })),
  add_geoip_data: Type.Optional(Type.Boolean({ description: 'TopN, LastN, events of a Search' })),
  actions_hint: Type.Optional(Type.Boolean({ description: 'Search' })),
  add_trigger_data: Type.Optional(Type.Boolean({ description: 'Search' })),
  explain: Type.Optional(
    Type.Boolean({ description: 'Add an explanation of how the results were computed' }),
  ),
})

/**
 * The body of POST stop: the request of the query. It is validated and otherwise ignored, since the path has
 * the id.
 */
const StopBody = Type.Partial(QueryRequest, { $id: 'StopQuery', additionalProperties: false })

const queryResponse = { 200: refTo(QueryRepresentation) }

/** Routes to create, read, stop, recalculate and remove queries. */
export function queryRoutes(
  app: App,
  deps: {
    queryService: QueryService
    widgetQueries: Pick<WidgetQueries, 'byQueryId'>
    geoip?: GeoipSource | undefined
    triggerResults: Pick<TriggerResults, 'ofEvents'>
  },
): void {
  const { queryService, widgetQueries, geoip, triggerResults } = deps
  app.addSchema(QueryRequest)
  app.addSchema(Explanation)
  app.addSchema(QueryRepresentation)
  const exists = (request: FastifyRequest) =>
    queryService.read(readerOf(request), pathParameter(request, 'qid'))

  app.post(
    '/api/query',
    {
      compress: {},
      config: { access: 'search', allowsReadOnly: true, readsEvents: true },
      schema: {
        summary: 'Create a query; 202 when it takes longer than a second',
        querystring: Type.Object({
          validate_only: Type.Boolean({ default: false, description: 'Validate only' }),
          partial: Type.Boolean({
            default: false,
            description: 'Answer once from the reachable shards, and list the others; `query_id` is null',
          }),
        }),
        body: refTo(QueryRequest),
        response: { ...queryResponse, 202: refTo(QueryRepresentation) },
        faults: ['query_syntax', 'range_too_deep', ...storeFaults],
      },
    },
    async (request, reply) => {
      const { type, params } = request.body
      const reader = readerOf(request)
      if (request.query.validate_only) return queryService.validate(reader, type, params)
      if (request.query.partial)
        return await queryService.answerPartially(reader, type, params, request.clientGone)
      const { query, finished } = await queryService.create(reader, type, params, request.clientGone)
      return reply.code(finished ? 200 : 202).send(query)
    },
  )

  app.get(
    '/api/query/:qid',
    {
      compress: {},
      config: {
        access: 'search',
        exists,
        isInScope: isScopedQuery(widgetQueries),
      },
      schema: {
        summary: 'The query with its current results, without waiting',
        params: QueryIdParams,
        querystring: ReadQuery,
        response: queryResponse,
        faults: ['range_too_deep', ...storeFaults],
      },
    },
    async request => {
      const read = await queryService.read(readerOf(request), request.params.qid, overrideOf(request.query))
      const query = request.query.add_trigger_data
        ? await withTriggerData(read, events => triggerResults.ofEvents(firedViewerOf(request), events))
        : read
      const decorated = await decorate(query, decorationsFor(request), geoip, request.clientGone)
      if (request.query.explain !== true) return decorated
      const explain = await queryService.explain(readerOf(request), request.params.qid)
      return { ...decorated, ...(explain && { explain }) }
    },
  )

  const commands = [
    ['recalculate', 'Compute the query again from a new base_time'],
    ['remove', 'Remove the query; answers its last representation'],
    ['stop', 'Stop the query; partial results stay readable'],
  ] as const
  for (const [command, summary] of commands) {
    app.get(
      `/api/query/:qid/${command}`,
      {
        compress: {},
        // A HEAD would also run the command.
        exposeHeadRoute: false,
        // The service knows which queries a read-only token may change.
        config: {
          access: 'search',
          changes: true,
          allowsReadOnly: true,
          ...(command === 'recalculate' && { readsEvents: true as const }),
        },
        schema: {
          summary,
          params: QueryIdParams,
          response: queryResponse,
          faults: ['conflict', ...storeFaults],
        },
      },
      async request => queryService[command](readerOf(request), request.params.qid),
    )
  }

  app.post(
    '/api/query/:qid/stop',
    {
      compress: {},
      config: {
        access: 'search',
        allowsReadOnly: true,
        exists,
      },
      schema: {
        summary: 'Stop the query; partial results stay readable',
        params: QueryIdParams,
        body: StopBody,
        response: queryResponse,
        faults: ['conflict', ...storeFaults],
      },
    },
    async request => queryService.stop(readerOf(request), request.params.qid),
  )
}

function overrideOf({ page, page_size, offset }: PageOverride): PageOverride | undefined {
  if (page === undefined && page_size === undefined && offset === undefined) return undefined
  return {
    ...(page === undefined ? {} : { page }),
    ...(page_size === undefined ? {} : { page_size }),
    ...(offset === undefined ? {} : { offset }),
  }
}
