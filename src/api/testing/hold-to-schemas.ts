import AjvCompiler from '@fastify/ajv-compiler'
import type { App } from '../app.ts'

/** Makes an answer that its route's schema does not describe an error of the test: nothing trims answers at run time. */
export function holdToSchemas(app: App): void {
  const compile = AjvCompiler.AjvCompiler()
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode >= 400) return payload
    const schema = responseSchema(request.routeOptions.schema?.response, reply.statusCode)
    if (schema === undefined) throw new Error(`${request.routeOptions.url} declares no ${reply.statusCode}`)
    const schemas = request.server.getSchemas()
    // Added shapes are JSON Schemas, whatever getSchemas() is declared to hold.
    const check = compile(schemas as Record<string, object>, {
      customOptions: { keywords: ['x-control'], coerceTypes: false },
    })({
      schema,
    })
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
