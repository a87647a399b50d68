import path from 'node:path'
import fastifyCompress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { accepts } from './http/accept.ts'
import { isApiPath } from './http/headers.ts'

const year = 31_536_000

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
        file.startsWith(assets) ? `public, max-age=${year}, immutable` : 'no-cache',
      )
    },
  })
}

/** Whether an address that nothing answers is one of the page's own: the page then shows what belongs there. */
export function isPageAddress(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !isApiPath(request.url) &&
    path.posix.extname(request.url.split('?', 1)[0] ?? '') === '' &&
    request.headers.accept !== undefined &&
    accepts(request.headers.accept, 'text/html')
  )
}

export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html')
}
