import type { FastifyRequest } from 'fastify'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { FormBody } from './form.ts'
import { parseJson } from './json-budget.ts'
import { readBody } from './read-body.ts'

/**
 * Reads the bodies of this scope: JSON and both kinds of form; other media types are a 415. An empty body counts as none. The
 * `bodyLimit` of a route's config replaces `maxBytes`.
 */
export function installBodyParsers(app: App, maxBytes: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const bytes = await uncompressedBody(request, maxBytes)
    if (bytes.length === 0) return undefined
    return parseJson(decodeUtf8(bytes), { bytes, maxBytes: bodyLimitOf(request, maxBytes) })
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const bytes = await uncompressedBody(request, maxBytes)
    return FormBody.ofText(decodeUtf8(bytes))
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    const bytes = await uncompressedBody(request, maxBytes)
    return new FormBody(await partsOf(bytes, request.headers['content-type'] ?? ''))
  })
}

function bodyLimitOf({ routeOptions }: FastifyRequest, limit: number): number {
  return routeOptions.config.bodyLimit ?? limit
}

async function uncompressedBody(request: FastifyRequest, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Fault('unsupported_media_type', {
      detail: `Unsupported content encoding "${encoding}" in request.`,
    })
  }
  const { bytes } = await readBody(request.raw, bodyLimitOf(request, limit))
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
