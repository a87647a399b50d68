import type { FastifyRequest } from 'fastify'
import { Fault } from '../../../schema/fault.ts'
import type { App } from '../app.ts'
import { senderKey } from '../client-address.ts'
import { FormBody } from './form.ts'
import { parseJson } from './json-budget.ts'
import { type BodyBounds, BodyBudget, readBody } from './read-body.ts'

/** Leaves bodies unread, for addresses without a route. Scopes with routes install their own parsers. */
export function ignoreBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)
}

/** Maximum bytes of all incomplete bodies; more if `minLargestBodies` of the largest size need more. */
export const maxWaitingBytes = 128 * 1024 ** 2
const minLargestBodies = 4
/** Bounds of bodies that anybody may send, for example to /api/login. */
export const publicBounds: BodyBounds = { maxBytes: 8 * 1024, minRate: 0, maxSeconds: 10 }

/** Maximum bytes of a body with a filter, which may list thousands of values. */
export const maxFilterBodyBytes = 4 * 1024 ** 2

/**
 * Reads the bodies of this scope: JSON and both kinds of form; other media types are a 415. An empty body
 * counts as missing. The `bodyLimit` of a route's config replaces `maxBytes`. Bodies of public routes are
 * small. One sender may use half of the room for incomplete bodies.
 */
export function installBodyParsers(app: App, bounds: { maxBytes: number; minRate: number }): void {
  const waitingBytes = Math.max(maxWaitingBytes, minLargestBodies * bounds.maxBytes)
  const budget = new BodyBudget(waitingBytes, waitingBytes / 2)
  const uncompressedBody = (request: FastifyRequest) => readUncompressed(request, bounds, budget)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const bytes = await uncompressedBody(request)
    if (bytes.length === 0) return undefined
    return parseJson(decodeUtf8(bytes), { bytes, maxBytes: bodyLimitOf(request, bounds.maxBytes) })
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const bytes = await uncompressedBody(request)
    return FormBody.ofText(decodeUtf8(bytes))
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    const bytes = await uncompressedBody(request)
    return new FormBody(await partsOf(bytes, request.headers['content-type'] ?? ''))
  })
}

function bodyLimitOf({ routeOptions }: FastifyRequest, limit: number): number {
  return routeOptions.config.bodyLimit ?? limit
}

async function readUncompressed(
  request: FastifyRequest,
  { maxBytes, minRate }: { maxBytes: number; minRate: number },
  budget: BodyBudget,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Fault('unsupported_media_type', {
      detail: `Unsupported content encoding "${encoding}" in request.`,
    })
  }
  const isPublic = request.routeOptions.config.access === 'public'
  const bounds = isPublic ? publicBounds : { maxBytes: bodyLimitOf(request, maxBytes), minRate }
  const { bytes, release } = await readBody(request.raw, bounds, budget.roomOf(senderKey(request)))
  release()
  return bytes
}

function decodeUtf8(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('parse_error', { detail: 'The body is not valid UTF-8.' })
  }
}

async function partsOf(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<[string, string][]> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Fault('parse_error', {
        detail: 'Multipart form parse error - the parts could not be told apart.',
      })
    })
  return Promise.all(
    [...form].map(
      async ([name, part]): Promise<[string, string]> => [
        name,
        typeof part === 'string' ? part : await part.text(),
      ],
    ),
  )
}
