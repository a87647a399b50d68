import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Intake, SubmissionAnswer } from '../../ingest/intake.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { readBody } from '../http/read-body.ts'
import { parameterFault } from '../http/validation.ts'
import { SharedBudget } from './budget.ts'
import { IncomingBatch, IncomingHeaders, RawEvent } from './shapes.ts'

/** Bodies being read or worked on at once hold at most so many times the largest body. */
const bodiesAtOnce = 4
const maxKeyLength = 200

const Batch = Type.Object({
  partial: Type.Boolean({ default: false, description: 'Keep the good events of a batch with bad ones' }),
})
const Answer = Type.Object({ status: Type.Literal('ok') })
const Refused = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Array(Type.Object({ index: Type.Integer(), field: Type.String(), message: Type.String() })),
  accepted: Type.Optional(Type.Integer({ description: 'Events kept, with partial=true' })),
})
const response = { 200: Answer, 422: Refused }
const faults = ['overloaded'] as const
const reads = { headers: IncomingHeaders, body: { 'application/json': IncomingBatch } }
const readsRaw = { ...reads, body: { 'application/json': RawEvent } }

type Taken = Static<typeof Answer> | Static<typeof Refused>

/** A body of log events, as received. */
interface RawBody {
  bytes: Uint8Array<ArrayBuffer>
  release: () => void
}

/**
 * /incoming: bodies go to ingest as they came, which parses them elsewhere. A 200 means that all is on disk.
 * `limit` is the largest body in bytes.
 */
export async function incomingRoutes(
  app: App,
  { intake, limit }: { intake: Pick<Intake, 'submit'>; limit: number },
): Promise<void> {
  const budget = new SharedBudget(limit * bodiesAtOnce)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest) => readBody(request.raw, limit, budget))

  const config = { access: 'caller', accessKeys: true } as const
  const submit = async (request: FastifyRequest, reply: FastifyReply, path: string, partial: boolean) => {
    const body = bodyOf(request)
    try {
      const answer = await intake.submit({
        body: body.bytes,
        path,
        contentType: request.headers['content-type'] ?? '',
        contentEncoding: (request.headers['content-encoding'] ?? 'identity').toLowerCase(),
        sender: request.ip,
        partial,
        idempotencyKey: idempotencyKeyOf(request),
      })
      return answerTo(answer, partial, reply)
    } finally {
      body.release()
    }
  }

  app.post(
    '/incoming',
    { config, schema: { summary: 'Hand in events', querystring: Batch, response, faults, reads } },
    async (request, reply) => submit(request, reply, '', request.query.partial),
  )
  app.post(
    '/incoming/raw',
    {
      config,
      schema: {
        summary: 'Hand in any JSON as one event',
        querystring: Batch,
        response,
        faults,
        reads: readsRaw,
      },
    },
    async (request, reply) => submit(request, reply, '/raw', request.query.partial),
  )
  app.post(
    '/incoming/raw/*',
    {
      config,
      schema: {
        summary: 'Hand in any JSON as one event, under a name of its own',
        params: Type.Object({ '*': Type.String() }),
        querystring: Batch,
        response,
        faults,
        reads: readsRaw,
      },
    },
    async (request, reply) => submit(request, reply, `/raw/${request.params['*']}`, request.query.partial),
  )
}

/** The parser of this scope leaves a RawBody; a request without any body has none. */
function bodyOf(request: FastifyRequest): RawBody {
  const { body } = request
  if (isRawBody(body)) return body
  return { bytes: new Uint8Array(0), release: () => {} }
}

function isRawBody(body: unknown): body is RawBody {
  return typeof body === 'object' && body !== null && 'bytes' in body && 'release' in body
}

function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (key === undefined) return ''
  if (typeof key !== 'string' || key.length > maxKeyLength) {
    throw parameterFault({ 'Idempotency-Key': `Expected one key of at most ${maxKeyLength} characters.` })
  }
  return key
}

function answerTo(answer: SubmissionAnswer, partial: boolean, reply: FastifyReply): Taken {
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
      throw new Fault('overloaded', { retryAfter: answer.retryAfter })
  }
}
