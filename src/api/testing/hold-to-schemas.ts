import AjvCompiler from '@fastify/ajv-compiler'
import type { App } from '../app.ts'

const customOptions = { keywords: ['x-control'], coerceTypes: false }
/** Keeps one compiler for equal sets of shapes, for all servers of a process. */
const factory = AjvCompiler.AjvCompiler()

/** Makes an answer that its route's schema does not describe an error of the test: nothing trims answers at run time. */
export function holdToSchemas(app: App): void {
  /** By the part of the server that has them: shapes are added where they are used. */
  const compilers = new Map<unknown, ReturnType<typeof factory>>()
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode >= 400) return payload
    const schema = responseSchema(request.routeOptions.schema?.response, reply.statusCode)
    if (schema === undefined) throw new Error(`${request.routeOptions.url} declares no ${reply.statusCode}`)
    const { server } = request
    // Added shapes are JSON Schemas, whatever getSchemas() is declared to hold.
    const shapes = () => server.getSchemas() as Record<string, object>
    const compile = compilers.get(server) ?? factory(shapes(), { customOptions })
    compilers.set(server, compile)
    const check = compile({ schema })
    if (check(JSON.parse(JSON.stringify(payload))) !== true) {
      throw new Error(
        `${request.routeOptions.url} answers what it does not declare: ${JSON.stringify(check.errors)}`,
      )
    }
    return payload
  })
}

function responseSchema(response: unknown, status: number): unknown {
  if (typeof response !== 'object' || response === null) return undefined
  return Object.entries(response).find(([key]) => key === String(status))?.[1]
}
