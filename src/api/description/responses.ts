import { isObject } from '../../schema/json-object.ts'
import type { Components } from './components.ts'
import { faultAnswers } from './fault-answers.ts'
import { faultsOf } from './faults.ts'
import type { Answer, MediaType, Operation, SchemaObject } from './openapi.ts'
import type { DescribedRoute } from './route.ts'

const usual: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Taken on; not finished yet',
  204: 'Done; no body',
  206: 'A part',
}
const componentName = /^#\/components\/schemas\/(.+)$/

/** Every answer of a route by status: those that its schema declares, and the errors that it can answer. */
export function responsesOf(
  route: DescribedRoute,
  components: Components,
  shared: Record<string, Answer>,
): Operation['responses'] {
  const declared = declaredAnswers(route, components)
  const refused = faultAnswers(faultsOf(route), components, shared)
  // A status that the route describes itself (a 422 with its list of faults) is not described again.
  return { ...refused, ...declared }
}

function declaredAnswers({ schema, config, websocket }: DescribedRoute, components: Components) {
  if (websocket) return { 101: { description: 'The connection is a websocket now' } }
  const { response } = schema
  if (!isObject(response)) throw new Error('a route declares its answers')
  const entries = Object.entries(response).map(([status, shape]): [string, Answer] => {
    const description =
      isObject(shape) && typeof shape.description === 'string' ? shape.description : undefined
    const answer: Answer = { description: description ?? usual[status] ?? 'Answered' }
    if (isObject(shape) && shape.type === 'null') return [status, answer]
    const type = Number(status) < 400 ? (config.produces ?? 'application/json') : 'application/json'
    return [status, { ...answer, content: contentOf(shape, type, components) }]
  })
  return Object.fromEntries(entries)
}

function contentOf(shape: unknown, type: string, components: Components): Record<string, MediaType> {
  if (isObject(shape) && isObject(shape.content)) {
    const kinds = Object.entries(shape.content).map(([kind, media]): [string, MediaType] => {
      const schema = isObject(media) ? media.schema : undefined
      return [kind, { schema: components.schema(schema ?? {}, 'answered') }]
    })
    return Object.fromEntries(kinds)
  }
  return { [type]: { schema: pageNamed(components.schema(shape, 'answered'), components) } }
}

/** A page of a list of Xs is called PaginatedXList. */
function pageNamed(schema: SchemaObject, components: Components): SchemaObject {
  const { properties } = schema
  if (!isObject(properties) || !isObject(properties.objects) || !('page_number' in properties)) return schema
  const { items } = properties.objects
  // Where export=true shows items in another form, they are named by their own.
  const [first = items] = isObject(items) && Array.isArray(items.anyOf) ? items.anyOf : []
  const [, item] = isObject(first) ? (componentName.exec(String(first.$ref)) ?? []) : []
  return item === undefined ? schema : components.put(`Paginated${item}List`, schema)
}
