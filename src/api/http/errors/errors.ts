import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ShipperResponse } from '../../../ingest/body/submission.ts'
import { Fault, type FaultCode } from '../../../schema/fault.ts'
import type { App } from '../app.ts'
import { drain } from '../bodies/read-body.ts'

/** Time for reading the rest of a refused body, so that its sender gets the answer. */
const drainTimeoutMs = 2_000

/** The status that web servers log for a client that disconnected. It is never sent. */
const clientClosedRequest = 499

/** Our codes for errors of Fastify, by Fastify's code. */
const frameworkCodes: Record<string, FaultCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'parse_error',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
}

/**
 * Other errors of Fastify and its plugins by status. @fastify/static answers 403 for paths outside of its
 * folder, which becomes a 404.
 */
const requestCodes: Record<number, FaultCode> = {
  400: 'parse_error',
  403: 'not_found',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
}

function statusOf(error: Error): number {
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
}

/**
 * Answers every error in this scope as a fault of the catalogue; an unknown error is a 500 with an error_id.
 */
export function installErrors(app: App): void {
  app.setErrorHandler(async (error, request, reply) => {
    const fault = await afterExistenceCheck(faultOf(error, request), error, request)
    if (fault !== null) return sendFault(fault, request, reply)
    if (isGone(request, error)) return answerGone(request, reply)
    const members = { error_id: logInternal(error, request) }
    return sendFault(new Fault('internal', { members }), request, reply)
  })
}

/** Whether a request failed because its client disconnected. */
export function isGone(request: FastifyRequest, error: unknown): boolean {
  return request.clientGone.aborted && error === request.clientGone.reason
}

/** Ends a request whose client has disconnected. Only the log shows its status. */
export function answerGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.debug({ route: request.routeOptions.url }, 'the client went away')
  return reply.code(clientClosedRequest).send()
}

/** The body of an error: `detail`, or messages by field for invalid values; further members; `code`. */
export function faultBody(fault: Fault): Record<string, unknown> {
  const hasMessages = fault.code === 'validation' && (fault.fields ?? fault.members) !== undefined
  return {
    ...(hasMessages ? {} : { detail: fault.detail }),
    ...fault.fields,
    ...fault.members,
    code: fault.code,
  }
}

/** The fault for an error; null if it is unknown. */
export function faultOf(error: unknown, request: FastifyRequest): Fault | null {
  if (error instanceof Fault) return error
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error.code === 'FST_ERR_BAD_URL') {
    return new Fault('parse_error', { detail: 'The address could not be read.' })
  }
  const code = frameworkCodes[error.code] ?? requestCodes[statusOf(error)]
  if (code === undefined) return null
  if (code !== 'unsupported_media_type') return new Fault(code)
  const type = (request.headers['content-type'] ?? '').slice(0, 200)
  return new Fault(code, { detail: `Unsupported media type "${type}" in request.` })
}

/** Replaces a 400 by the 403 or 404 of the requested object (`exists` of the route), if it has one. */
async function afterExistenceCheck(
  fault: Fault | null,
  error: unknown,
  request: FastifyRequest,
): Promise<Fault | null> {
  const exists = request.routeOptions.config?.exists
  if (fault?.status !== 400 || exists === undefined || request.caller === null) return fault
  try {
    await exists(request)
  } catch (refused) {
    if (refused !== error && refused instanceof Fault) return refused
  }
  return fault
}

/** Sends a fault, as JSON unless `response` is given. */
export function sendFault(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  response: Pick<ShipperResponse, 'status' | 'type' | 'body'> = {
    status: fault.status,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(faultBody(fault)),
  },
): FastifyReply {
  reply.code(response.status).type(response.type).header('cache-control', 'no-store')
  if (fault.status === 401) reply.header('www-authenticate', 'Token')
  if (fault.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(fault.retryAfter)))
  const content = typeof response.body === 'string' ? response.body : Buffer.from(response.body)
  if (fault.code !== 'body_too_large') {
    // Otherwise Fastify would close a connection whose body was read completely.
    if (request.raw.readableEnded) reply.removeHeader('connection')
    return reply.send(content)
  }
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(content))
  return reply.send(Readable.from(thenDrain(content, request)))
}

/** The sentence of a fault, as plain text. */
export function textResponse({ status, detail }: Fault): Pick<ShipperResponse, 'status' | 'type' | 'body'> {
  return { status, type: 'text/plain; charset=utf-8', body: detail }
}

/** Yields the answer, and ends once the rest of the request body has been read. */
async function* thenDrain(
  content: string | Buffer,
  request: FastifyRequest,
): AsyncGenerator<string | Buffer> {
  yield content
  await drain(request.raw, drainTimeoutMs)
}

/** Logs an unknown error. Returns its error_id. */
export function logInternal(error: unknown, request: FastifyRequest): string {
  const errorId = randomUUID()
  request.log.error({ err: error, error_id: errorId, route: request.routeOptions.url }, 'request failed')
  return errorId
}
