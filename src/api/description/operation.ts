import { bodyOf } from './bodies.ts'
import type { Components } from './components.ts'
import { isPaged } from './faults.ts'
import { liveProtocol } from './introduction.ts'
import { operationIdOf, pathOf, tagOf } from './names.ts'
import type { Answer, Operation } from './openapi.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { DescribedRoute } from './route.ts'
import { accessText, securityOf } from './security.ts'

/** A route as an operation of the document; its shapes go to `components`, errors that it shares to `shared`. */
export function operationOf(
  route: DescribedRoute,
  components: Components,
  shared: Record<string, Answer>,
): Operation {
  const { schema, method } = route
  const path = pathOf(route.url)
  const isList = method === 'get' && isPaged(schema.response) && !path.endsWith('/timestamps')
  const operationId = operationIdOf(method, path, isList)
  const parameters = parametersOf(route, components)
  const requestBody = bodyOf(route, operationId, components)
  return {
    operationId,
    summary: schema.summary ?? '',
    description: [route.websocket ? liveProtocol : schema.description, accessText(route)]
      .filter(Boolean)
      .join('\n\n'),
    tags: [tagOf(path)],
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route, components, shared),
  }
}
