import type { FastifyRequest, RouteOptions } from 'fastify'
import { pathOf } from '../description/names.ts'
import type { Answer, Description, Operation } from '../description/openapi.ts'
import type { App } from '../http/app.ts'

/** The descriptions of this process's servers, by their routes: creating one takes half a second. */
const descriptions = new Map<string, Promise<Description>>()

/**
 * Fails a test if a route answers an error that the API description lacks for the operation. Routes declare
 * such errors in `faults` of their schema.
 */
export function holdToDescription(app: App, registered: readonly RouteOptions[]): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { url } = request.routeOptions
    // A request without Host is refused before its route.
    const isHttp = request.headers.host !== undefined
    if (reply.statusCode < 400 || url === undefined || url === '/*' || !isHttp) return payload
    const described = await descriptionOf(app, registered)
    const operation = operationOf(request, described)
    if (operation === undefined) return payload
    const code = typeof payload === 'string' ? String(JSON.parse(payload).code) : undefined
    const codes = codesOf(operation.responses[reply.statusCode], described)
    if (codes !== undefined && (code === undefined || codes.includes(code))) return payload
    throw new Error(`${request.method} ${url} answers ${reply.statusCode} ${code}, which it does not declare`)
  })
}

function descriptionOf(app: App, registered: readonly RouteOptions[]): Promise<Description> {
  const routes = registered.map(({ method, url }) => `${[method].flat().join()} ${url}`).join('\n')
  let description = descriptions.get(routes)
  description ??= app.inject('/api/schema').then(answer => answer.json<Description>())
  descriptions.set(routes, description)
  return description
}

/** undefined for hidden routes, and for a HEAD without a GET. */
function operationOf(
  { method, routeOptions }: FastifyRequest,
  { paths }: Description,
): Operation | undefined {
  const methods = paths[pathOf(routeOptions.url ?? '')]
  return methods?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
}

/**
 * The codes that an answer may have; any for an answer with its own schema. undefined if there is no such
 * answer.
 */
function codesOf(
  answer: Operation['responses'][string] | undefined,
  { components }: Description,
): string[] | { includes(code: string): boolean } | undefined {
  if (answer === undefined) return undefined
  const resolved: Answer | undefined =
    '$ref' in answer ? components.responses[answer.$ref.replace('#/components/responses/', '')] : answer
  const codes = [...(resolved?.description.matchAll(/^- `(\w+)`/gm) ?? [])].map(([, code = '']) => code)
  return codes.length > 0 ? codes : { includes: () => true }
}
