import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { jsonOf } from '../../schema/text/json.ts'
import type { App } from '../http/app.ts'

const customOptions = { keywords: ['x-control'], coerceTypes: false }
/** Shares one compiler between the process's servers with equal shared schemas. */
const factory = AjvCompiler.AjvCompiler()

/**
 * Fails a test if an answer does not match its route's schema, since nothing filters answers at run time. It
 * must also match the schemas of other routes whose pattern matches the path: for a reader of the description
 * `/api/users/me` is also `/api/users/{id}`.
 */
export function holdToSchemas(app: App, registered: readonly RouteOptions[]): void {
  /** By scope, to which shared schemas belong. */
  const compilers = new Map<unknown, ReturnType<typeof factory>>()
  const routes = registered.map(({ method, url, schema }) => ({
    methods: [method].flat(),
    // Built from our own paths, never from client input.
    address: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    response: schema?.response,
  }))
  const others = (request: FastifyRequest, status: number): unknown[] => {
    const [path = ''] = request.url.split('?', 1)
    return routes
      .filter(({ methods, address }) => methods.includes(request.method) && address.test(path))
      .map(({ response }) => responseSchema(response, status))
      .filter(schema => schema !== undefined)
  }
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode >= 400) return payload
    const own = responseSchema(request.routeOptions.schema?.response, reply.statusCode)
    if (own === undefined) throw new Error(`${request.routeOptions.url} declares no ${reply.statusCode}`)
    const { server } = request
    // Shared schemas are JSON Schemas; getSchemas() is declared to return unknown values.
    const schemas = () => server.getSchemas() as Record<string, object>
    const compile = compilers.get(server) ?? factory(schemas(), { customOptions })
    compilers.set(server, compile)
    const json = JSON.stringify(payload)
    if (String(jsonOf(payload)) !== json)
      throw new Error(`${request.routeOptions.url}: its JSON is not that of its answer`)
    const answer: unknown = JSON.parse(json)
    for (const schema of new Set([own, ...others(request, reply.statusCode)])) {
      const check = compile({ schema })
      if (check(answer) !== true) {
        throw new Error(
          `${request.routeOptions.url} answers what is not declared: ${JSON.stringify(check.errors)}`,
        )
      }
    }
    return payload
  })
}

function responseSchema(response: unknown, status: number): unknown {
  if (typeof response !== 'object' || response === null) return undefined
  return Object.entries(response).find(([key]) => key === String(status))?.[1]
}
