import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Protocol, ShipperResponse } from '../../../ingest/body/submission.ts'
import type { BodyProblem } from '../../../ingest/receivers/receiver.ts'
import { receivers } from '../../../ingest/receivers/table.ts'
import type { Intake } from '../../../ingest/worker/intake.ts'
import { Fault } from '../../../schema/fault.ts'
import type { App } from '../../http/app.ts'
import { faultOf, logInternal, sendFault } from '../../http/errors/errors.ts'
import { withRawBody } from '../bodies/raw-body.ts'
import { IncomingHeaders } from '../bodies/schemas.ts'

/** A route that receives bodies in the protocol of another log service. */
export interface ShipmentRoute {
  method?: 'POST' | 'PUT'
  url: string
  /** The path passed to ingest. */
  ingestPath: string | ((request: FastifyRequest) => string)
  summary: string
  description?: string
  /** Schemas of successful answers by status. */
  answers: Readonly<Record<number, TSchema>>
  /** Schemas of bodies by media type. */
  bodies: Readonly<Record<string, TSchema>>
  params?: TSchema
  alsoProduces?: readonly string[]
  /** Omits an alias from the API description. */
  hide?: boolean
}

const refusalStatuses = [400, 401, 403, 406, 413, 415, 429, 500, 503] as const

/** Registers a route that passes unparsed bodies to ingest and sends its answers. */
export function shipmentRoute(
  app: App,
  intake: Pick<Intake, 'submitShipper'>,
  protocol: Protocol,
  error: TSchema,
  route: ShipmentRoute,
): void {
  const { method = 'POST', url, ingestPath, answers, bodies, alsoProduces = [], ...schema } = route
  app.route({
    method,
    url,
    config: { access: 'caller', accessKeys: true, alsoProduces },
    schema: {
      ...schema,
      response: { ...Object.fromEntries(refusalStatuses.map(status => [status, error])), ...answers },
      reads: { headers: IncomingHeaders, body: bodies },
    },
    handler: (request, reply) =>
      withRawBody(request, async raw => {
        const [, query = ''] = request.url.split('?', 2)
        const submission = {
          ...raw,
          protocol,
          path: typeof ingestPath === 'string' ? ingestPath : ingestPath(request),
          query,
        }
        return sendReply(await intake.submitShipper(submission), reply)
      }),
  })
}

/** Sends an answer in the format of its protocol. */
export function sendReply(
  { status, type, body, retryAfter }: ShipperResponse,
  reply: FastifyReply,
): FastifyReply {
  reply.code(status)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (type === '') return reply.send()
  const content = typeof body === 'string' ? body : Buffer.from(body)
  return reply.type(type === 'application/json' ? `${type}; charset=utf-8` : type).send(content)
}

/** Answers every error of this scope in the format of its protocol. */
export function installProtocolErrors(app: App, protocol: Protocol): void {
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error, request) ?? new Fault('internal')
    if (fault.code === 'internal') logInternal(error, request)
    const [path = ''] = request.url.split('?', 1)
    const info = { path, query: '', contentType: request.headers['content-type'] ?? '' }
    return sendFault(fault, request, reply, receivers[protocol].refusal(problemOf(fault, protocol), info))
  })
}

function problemOf(fault: Fault, protocol: Protocol): BodyProblem {
  // Splunk answers 403 for a wrong token and 401 for a missing one; the others answer 401 for both.
  const isWrongToken = protocol === 'splunk' && fault.code === 'authentication_failed'
  return { status: isWrongToken ? 403 : fault.status, detail: fault.detail }
}
