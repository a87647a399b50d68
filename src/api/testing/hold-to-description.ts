import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { pathOf } from '../description/names.ts'
import type { Answer, Description, Operation } from '../description/openapi.ts'

/**
 * Fails a test when a route answers an error that the API description does not have for the operation. A route declares such errors in
 * `faults` of its schema.
 */
export function holdToDescription(app: App): void {
  let document: Promise<Description> | undefined
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { url } = request.routeOptions
    // A request without Host is refused before its route.
    const isHttp = request.headers.host !== undefined
    if (reply.statusCode < 400 || url === undefined || url === '/*' || !isHttp) return payload
    document ??= app.inject('/api/schema').then(answer => answer.json())
    const described = await document
    const operation = operationOf(request, described)
    if (operation === undefined) return payload
    const code = typeof payload === 'string' ? String(JSON.parse(payload).code) : undefined
    const codes = codesOf(operation.responses[reply.statusCode], described)
    if (codes !== undefined && (code === undefined || codes.includes(code))) return payload
    throw new Error(`${request.method} ${url} answers ${reply.statusCode} ${code}, which it does not declare`)
  })
}

/** undefined for hidden routes and for a HEAD without its GET. */
function operationOf(
  { method, routeOptions }: FastifyRequest,
  { paths }: Description,
): Operation | undefined {
  const methods = paths[pathOf(routeOptions.url ?? '')]
  return methods?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
}

/** The codes that an answer may have; any for an answer with a schema of its own. undefined when there is no such answer. */
function codesOf(
  answer: Operation['responses'][string] | undefined,
  { components }: Description,
): string[] | { includes(code: string): boolean } | undefined {
  if (answer === undefined) return undefined
  const whole: Answer | undefined =
    '$ref' in answer ? components.responses[answer.$ref.replace('#/components/responses/', '')] : answer
  const codes = [...(whole?.description.matchAll(/^- `(\w+)`/gm) ?? [])].map(([, code = '']) => code)
  return codes.length > 0 ? codes : { includes: () => true }
}
