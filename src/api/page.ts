import path from 'node:path'
import fastifyCompress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pagePaths } from '../schema/page-paths.ts'
import type { App } from './app.ts'
import { accepts } from './http/accept.ts'

const yearSeconds = 31_536_000

/**
 * Serves the built page in `webRoot`. Files below assets/ carry a hash of their content in their name and may be kept
 * for ever; everything else is asked for again. Ready-made .br and .gz twins are preferred, other text is compressed.
 */
export async function servePage(app: App, webRoot: string): Promise<void> {
  const assets = path.join(webRoot, 'assets') + path.sep
  await app.register(fastifyCompress, { global: true, encodings: ['br', 'gzip'] })
  await app.register(fastifyStatic, {
    root: webRoot,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header(
        'cache-control',
        file.startsWith(assets) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
      )
    },
  })
}

const addresses: ReadonlySet<string> = new Set(pagePaths)

/** Whether a request asks for the page, as a browser does: one of its addresses, with or without a trailing slash, as HTML. */
export function isPageRequest(request: FastifyRequest): boolean {
  const [address = ''] = request.url.split('?', 1)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (addresses.has(address) || (address.endsWith('/') && addresses.has(address.slice(0, -1)))) &&
    request.headers.accept !== undefined &&
    accepts(request.headers.accept, 'text/html')
  )
}

export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html')
}
