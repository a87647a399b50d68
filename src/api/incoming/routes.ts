import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { type SubmissionAnswer, webhookPath } from '../../ingest/body/submission.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import type { QueryService } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { docsPageRoute } from '../description/docs-page.ts'
import type { App } from '../http/app.ts'
import { BodyBudget } from '../http/bodies/read-body.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { installRawBodyParser, withRawBody } from './bodies/raw-body.ts'
import { FirehoseRequest, IncomingBatch, IncomingHeaders, RawEvent, WebhookEvent } from './bodies/schemas.ts'
import { shipperRoutes } from './shippers/routes.ts'

/** Number of bodies of the largest size that fit into memory together. */
const maxConcurrentBodies = 4

const PartialQuery = Type.Object({
  partial: Type.Boolean({
    default: false,
    description: 'Store the valid events of a batch that also has invalid ones',
  }),
})
const Accepted = Type.Object({ status: Type.Literal('ok') })
const FirehoseAccepted = Type.Object({
  requestId: Type.String(),
  timestamp: Type.Integer({ description: 'Unix milliseconds' }),
})
const IncomingResponse = Type.Union([Accepted, FirehoseAccepted], {
  description: 'All events are on disk. A delivery stream gets the id of its request',
})
const RefusedBatch = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Array(Type.Object({ index: Type.Integer(), field: Type.String(), message: Type.String() })),
  accepted: Type.Optional(Type.Integer({ description: 'Events kept, with partial=true' })),
})

type SubmissionResponse = Static<typeof IncomingResponse> | Static<typeof RefusedBatch>

interface IncomingRoute {
  url: string
  summary: string
  body: TSchema
  params?: TSchema
  querystring?: TSchema
  /** The answer once all events are stored. */
  accepted: TSchema
  /** The path passed to ingest. */
  pathOf(request: FastifyRequest): string
}

const raw = { body: RawEvent, querystring: PartialQuery, accepted: Accepted }

const routes: readonly IncomingRoute[] = [
  {
    url: '/incoming',
    summary: 'Send events',
    body: Type.Union([IncomingBatch, FirehoseRequest]),
    querystring: PartialQuery,
    accepted: IncomingResponse,
    pathOf: () => '',
  },
  { ...raw, url: '/incoming/raw', summary: 'Send any JSON as one event', pathOf: () => '/raw' },
  {
    ...raw,
    url: '/incoming/raw/*',
    summary: 'Send any JSON as one event, with a name in the path',
    params: Type.Object({ '*': Type.String() }),
    pathOf: request => `/raw/${pathParameter(request, '*')}`,
  },
  {
    url: '/api/events',
    summary: 'Send one event, as a webhook',
    body: WebhookEvent,
    accepted: Accepted,
    pathOf: () => webhookPath,
  },
]

export interface IncomingDeps {
  intake: Pick<Intake, 'submitIncoming' | 'submitShipper'>
  queryService: Pick<QueryService, 'answerPartially'>
  maxBodyBytes: number
  /** See BodyBounds. */
  minRate: number
  /** Maximum percentage of the room for bodies that one token may use. */
  maxTokenPercent: number
}

/**
 * Routes that receive events: /incoming, and the paths of other log services' shippers. They pass bodies to
 * the ingest thread unparsed. A 200 means that all events are on disk.
 */
export async function incomingRoutes(
  app: App,
  { intake, queryService, maxBodyBytes, minRate, maxTokenPercent }: IncomingDeps,
): Promise<void> {
  const maxWaitingBytes = maxBodyBytes * maxConcurrentBodies
  // The share of a token has room for at least one body of the largest size.
  const maxBytesOfToken = Math.max(maxBodyBytes, Math.floor((maxWaitingBytes * maxTokenPercent) / 100))
  const budget = new BodyBudget(maxWaitingBytes, maxBytesOfToken)
  installRawBodyParser(app, { maxBytes: maxBodyBytes, minRate }, budget)
  for (const { url, body, accepted, pathOf, ...parts } of routes) {
    const schema: FastifySchema = {
      ...parts,
      response: { 200: accepted, 422: RefusedBatch },
      faults: ['overloaded'],
      reads: { headers: IncomingHeaders, body: { 'application/json': body } },
    }
    const config = { access: 'caller', accessKeys: true } as const
    app.post(url, { config, schema }, async (request, reply) => {
      const partial = isObject(request.query) && request.query.partial === true
      const path = pathOf(request)
      const answer = await withRawBody(request, received =>
        intake.submitIncoming({ ...received, path, partial }),
      )
      return respond(answer, partial, reply)
    })
  }
  docsPageRoute(app, '/incoming/docs', 'How to send events, as a page')
  await shipperRoutes(app, intake, queryService)
}

function respond(answer: SubmissionAnswer, partial: boolean, reply: FastifyReply): SubmissionResponse {
  switch (answer.status) {
    case 200:
      if (answer.requestId === undefined) return { status: 'ok' }
      return { requestId: answer.requestId, timestamp: Date.now() }
    case 422: {
      const { detail, errors, accepted } = answer
      reply.code(422)
      return { code: 'invalid_events', detail, errors, ...(partial ? { accepted } : {}) }
    }
    case 400:
      throw new Fault('parse_error', { detail: answer.detail })
    case 413:
      throw new Fault('body_too_large', { detail: answer.detail })
    case 415:
      throw new Fault('unsupported_media_type', { detail: answer.detail })
    case 503:
      throw new Fault('overloaded', {
        retryAfter: answer.retryAfter,
        ...(answer.detail === undefined ? {} : { detail: answer.detail }),
      })
  }
}
