import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { pathOf } from '../description/names.ts'
import type { Answer, Description, Operation } from '../description/openapi.ts'

/**
 * Makes an error that the API description does not tell of its operation an error of the test. A route names what it
 * answers beyond the usual in `faults` of its schema.
 */
export function holdToDescription(app: App): void {
  let document: Promise<Description> | undefined
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { url } = request.routeOptions
    // Without Host a request is no HTTP/1.1, whatever its address.
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

/** Parts of pages, and the HEAD of what has none, are not described. */
function operationOf(
  { method, routeOptions }: FastifyRequest,
  { paths }: Description,
): Operation | undefined {
  const methods = paths[pathOf(routeOptions.url ?? '')]
  return methods?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
}

/** The codes that an answer may carry; an answer with a shape of its own may carry any. undefined: there is none. */
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
