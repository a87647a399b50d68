import type { FastifyRequest } from 'fastify'
import type { App } from '../../http/app.ts'
import { type BodyBounds, type BodyBudget, readBody } from '../../http/bodies/read-body.ts'
import { senderKey } from '../../http/client-address.ts'
import { parameterFault } from '../../http/validation/validation.ts'

const maxKeyLength = 200

type RawBody = Awaited<ReturnType<typeof readBody>>

/** The parts of a request that ingest gets. */
export interface RawRequest {
  body: Uint8Array<ArrayBuffer>
  contentType: string
  contentEncoding: string
  /** The IP address. */
  sender: string
  /** The token, the user or the address: see `senderKey`. */
  caller: string
  idempotencyKey: string
}

/** Reads the bodies of this scope without parsing: each within `bounds`, all together within `budget`. */
export function installRawBodyParser(app: App, bounds: BodyBounds, budget: BodyBudget): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest) =>
    readBody(request.raw, bounds, budget.roomOf(senderKey(request))),
  )
  // For bodies that never reach `withRawBody`: the request was refused before, or its handler ignores the
  // body. A second `release` does nothing.
  app.addHook('onSend', async ({ body }) => {
    if (isRawBody(body)) body.release()
  })
}

/** Runs `handle` with the raw request. The body counts against the budget until `handle` ends. */
export async function withRawBody<Answer>(
  request: FastifyRequest,
  handle: (raw: RawRequest) => Promise<Answer>,
): Promise<Answer> {
  const body = bodyOf(request)
  try {
    return await handle({
      body: body.bytes,
      contentType: request.headers['content-type'] ?? '',
      contentEncoding: (request.headers['content-encoding'] ?? 'identity').toLowerCase(),
      sender: request.ip,
      caller: senderKey(request),
      idempotencyKey: idempotencyKeyOf(request),
    })
  } finally {
    body.release()
  }
}

/** The RawBody from the parser; an empty one for a request without a body. */
function bodyOf({ body }: FastifyRequest): RawBody {
  return isRawBody(body) ? body : { bytes: new Uint8Array(0), release: () => {} }
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
