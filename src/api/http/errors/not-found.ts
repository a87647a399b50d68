import type { FastifyReply, FastifyRequest } from 'fastify'
import { receivers } from '../../../ingest/receivers/table.ts'
import { Fault } from '../../../schema/fault.ts'
import type { App } from '../app.ts'
import { sendFault, textResponse } from './errors.ts'

/** The methods of registered routes by path pattern. */
export class RouteTable {
  readonly #routes = new Map<string, { segments: string[]; methods: Set<string> }>()

  add(url: string, methods: string | readonly string[]): void {
    const path = withoutTrailingSlash(url)
    const known = this.#routes.get(path) ?? { segments: path.split('/'), methods: new Set<string>() }
    for (const method of [methods].flat()) known.methods.add(method)
    this.#routes.set(path, known)
  }

  /** Whether a route without parameters has this path. */
  hasLiteral(path: string): boolean {
    return this.#routes.has(withoutTrailingSlash(path))
  }

  /** The methods of all routes for this path in alphabetical order. */
  methodsOf(path: string): string[] {
    const literal = this.#routes.get(withoutTrailingSlash(path))
    if (literal !== undefined) return [...literal.methods].sort()
    const segments = withoutTrailingSlash(path).split('/')
    const found = new Set<string>()
    for (const route of this.#routes.values()) {
      if (matchesPattern(route.segments, segments)) for (const method of route.methods) found.add(method)
    }
    return [...found].sort()
  }
}

/**
 * Collects every route registered after this call. A method that the route of a literal path
 * (`/api/users/me`) lacks is a 405, even if a route with a parameter (`/api/users/:id`) has it.
 */
export function collectRoutes(app: App): RouteTable {
  const table = new RouteTable()
  app.addHook('onRoute', route => {
    // The page's catch-all route would allow GET everywhere.
    if (route.url !== '/*' && route.url !== '*') table.add(route.url, route.method)
  })
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (request.routeOptions.url?.includes('/:') && table.hasLiteral(path))
      throw methodNotAllowed(request, reply, table.methodsOf(path))
  })
  return table
}

/**
 * Answers 405 with Allow if the path has other methods. Otherwise answers with `page`, or 404 if that returns
 * null.
 */
export function installNotFound(
  app: App,
  routes: RouteTable,
  page: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null,
): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const allowed = routes.methodsOf(path)
    if (allowed.length === 0) {
      return page(request, reply) ?? send(new Fault('not_found'), request, reply)
    }
    return send(methodNotAllowed(request, reply, allowed), request, reply)
  })
}

/** Sends a fault, for the paths of Loki (the sentence alone) and Elasticsearch in their formats. */
function send(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { url, headers } = request
  if (url.startsWith('/loki/')) return sendFault(fault, request, reply, textResponse(fault))
  if (!url.startsWith('/elasticsearch/')) return sendFault(fault, request, reply)
  const [path = ''] = url.split('?', 1)
  const info = { path, query: '', contentType: headers['content-type'] ?? '' }
  const { status, detail } = fault
  return sendFault(fault, request, reply, receivers.elasticsearch.refusal({ status, detail }, info))
}

function methodNotAllowed(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): Fault {
  reply.header('allow', allowed.join(', '))
  return new Fault('method_not_allowed', { detail: `Method "${request.method}" not allowed.` })
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function matchesPattern(pattern: readonly string[], path: readonly string[]): boolean {
  const star = pattern.at(-1) === '*'
  if (star ? path.length < pattern.length : path.length !== pattern.length) return false
  return pattern.every(
    (segment, index) =>
      segment === '*' || segment === path[index] || (segment.startsWith(':') && path[index] !== ''),
  )
}
