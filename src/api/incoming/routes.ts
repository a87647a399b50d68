import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Intake, type SubmissionAnswer, webhookPath } from '../../ingest/intake.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { docsPageRoute } from '../description/docs-page.ts'
import { SharedByteBudget } from './budget.ts'
import { installRawBodyParser, withRawBody } from './raw-body.ts'
import { FirehoseRequest, IncomingBatch, IncomingHeaders, RawEvent, WebhookEvent } from './schemas.ts'
import { shipperRoutes } from './shippers/routes.ts'

/** Bodies being read or worked on at once hold at most so many times the largest body. */
const maxConcurrentBodies = 4

const PartialQuery = Type.Object({
  partial: Type.Boolean({ default: false, description: 'Keep the good events of a batch with bad ones' }),
})
const Accepted = Type.Object({ status: Type.Literal('ok') })
const FirehoseAccepted = Type.Object({
  requestId: Type.String(),
  timestamp: Type.Integer({ description: 'Unix milliseconds' }),
})
const IncomingResponse = Type.Union([Accepted, FirehoseAccepted], {
  description: 'Everything is on disk. A delivery stream gets the id of its request back',
})
const RefusedBatch = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Array(Type.Object({ index: Type.Integer(), field: Type.String(), message: Type.String() })),
  accepted: Type.Optional(Type.Integer({ description: 'Events kept, with partial=true' })),
})
const response = { 200: Accepted, 422: RefusedBatch }
const faults = ['overloaded'] as const
const headers = IncomingHeaders

type SubmissionResponse = Static<typeof Accepted> | Static<typeof RefusedBatch>

/**
 * /incoming and what other log services' shippers speak: bodies go to ingest as they came, which parses them elsewhere. A
 * 200 means that all is on disk. `limit` is the largest body in bytes.
 */
export async function incomingRoutes(
  app: App,
  { intake, limit }: { intake: Pick<Intake, 'submitIncoming' | 'submitShipper'>; limit: number },
): Promise<void> {
  installRawBodyParser(app, limit, new SharedByteBudget(limit * maxConcurrentBodies))

  const config = { access: 'caller', accessKeys: true } as const
  const submit = (request: FastifyRequest, path: string, partial: boolean) =>
    withRawBody(request, carried => intake.submitIncoming({ ...carried, path, partial }))

  app.post(
    '/incoming',
    {
      config,
      schema: {
        summary: 'Hand in events',
        querystring: PartialQuery,
        response: { ...response, 200: IncomingResponse },
        faults,
        reads: { headers, body: { 'application/json': Type.Union([IncomingBatch, FirehoseRequest]) } },
      },
    },
    async (request, reply) => {
      const { partial } = request.query
      const answer = await submit(request, '', partial)
      if (answer.status !== 200 || answer.requestId === undefined) return respond(answer, partial, reply)
      return { requestId: answer.requestId, timestamp: Date.now() }
    },
  )
  app.post(
    '/incoming/raw',
    {
      config,
      schema: {
        summary: 'Hand in any JSON as one event',
        querystring: PartialQuery,
        response,
        faults,
        reads: { headers, body: { 'application/json': RawEvent } },
      },
    },
    async (request, reply) => {
      const { partial } = request.query
      return respond(await submit(request, '/raw', partial), partial, reply)
    },
  )
  app.post(
    '/incoming/raw/*',
    {
      config,
      schema: {
        summary: 'Hand in any JSON as one event, under a name of its own',
        params: Type.Object({ '*': Type.String() }),
        querystring: PartialQuery,
        response,
        faults,
        reads: { headers, body: { 'application/json': RawEvent } },
      },
    },
    async (request, reply) => {
      const { partial } = request.query
      return respond(await submit(request, `/raw/${request.params['*']}`, partial), partial, reply)
    },
  )
  app.post(
    '/api/events',
    {
      config,
      schema: {
        summary: 'Hand in one event, as a webhook',
        response,
        faults,
        reads: { headers, body: { 'application/json': WebhookEvent } },
      },
    },
    async (request, reply) => respond(await submit(request, webhookPath, false), false, reply),
  )
  docsPageRoute(app, '/incoming/docs', 'How to hand in events, as a page')
  await shipperRoutes(app, intake)
}

function respond(answer: SubmissionAnswer, partial: boolean, reply: FastifyReply): SubmissionResponse {
  switch (answer.status) {
    case 200:
      return { status: 'ok' }
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
