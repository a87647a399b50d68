import path from 'node:path'
import fastifyCompress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '../../schema/page-paths.ts'
import { accepts } from '../http/answers/accept.ts'
import type { App } from '../http/app.ts'

const yearSeconds = 31_536_000

/**
 * Serves the built page in `webRoot`. Files in assets/ have a hash in their name and are cached for a year;
 * others are revalidated. Sends compressed files (.br, .gz) where they exist.
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

/**
 * Whether a browser requests the page: a GET of one of its paths, with or without a trailing slash, that
 * accepts HTML.
 */
export function isPageRequest(request: FastifyRequest): boolean {
  const [address = ''] = request.url.split('?', 1)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    isPagePath(address) &&
    request.headers.accept !== undefined &&
    accepts(request.headers.accept, 'text/html')
  )
}

/** Sends the page, which is one HTML file for all its paths. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html')
}
