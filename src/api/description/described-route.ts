import type { FastifySchema, RouteOptions } from 'fastify'
import { isObject } from '../../schema/text/json-object.ts'
import { isPaged, methodOf } from './faults.ts'
import { liveProtocol } from './introduction.ts'
import { capitalised, operationIdOf, pathOf, sectionOf } from './names.ts'
import type { SchemaObject } from './openapi.ts'
import { accessText, securityOf } from './security.ts'

/**
 * The keyword with the name of a schema that becomes a component of the document. @fastify/swagger keeps it,
 * but drops `$id`.
 */
export const componentKeyword = 'x-component'

/** Media types of request bodies, in the order of the document. */
const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
const successDescriptions: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; not finished yet',
  204: 'Done; no body',
  206: 'A part',
}
const websocketResponse = { 101: { type: 'null', description: 'The connection is a websocket now' } }
const restOfPath = { type: 'string', description: 'The rest of the path; may contain slashes' }

/** A route in the form that @fastify/swagger reads: its schemas, and the texts of its operation. */
export function describedRoute(route: RouteOptions): FastifySchema & { operationId: string } {
  const { schema = {}, config = {} } = route
  const method = methodOf(route)
  const path = pathOf(route.url)
  // The timestamps of an event have pages, but are members of one object.
  const isList = method === 'get' && isPaged(schema.response) && !path.endsWith('/timestamps')
  const operationId = operationIdOf(method, path, isList)
  const isWebsocket = route.wsHandler !== undefined
  const { params, querystring, reads } = schema
  return {
    operationId,
    summary: schema.summary ?? '',
    description: [isWebsocket ? liveProtocol : schema.description, accessText(config)]
      .filter(Boolean)
      .join('\n\n'),
    tags: [sectionOf(path)],
    security: securityOf(config),
    produces: [config.produces ?? 'application/json'],
    ...(params === undefined ? {} : { params: pathParameters(params) }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(reads?.headers === undefined ? {} : { headers: reads.headers }),
    ...bodyOf(schema, operationId),
    response: isWebsocket ? websocketResponse : responsesOf(schema.response),
  }
}

function pathParameters(params: unknown): unknown {
  const hasRest = isObject(params) && isObject(params.properties) && '*' in params.properties
  return hasRest ? { ...params, properties: { path: restOfPath } } : params
}

function bodyOf({ body, reads }: FastifySchema, operationId: string): FastifySchema {
  if (reads?.body === undefined) {
    const name = `${capitalised(operationId)}Body`
    return isObject(body) ? { body: withComponentName(body, name), consumes: bodyTypes } : {}
  }
  const [[type, schema] = [], ...others] = Object.entries(reads.body)
  if (type !== undefined && isObject(schema) && others.length === 0) {
    return { body: withComponentName(schema), consumes: [type] }
  }
  const content = Object.entries(reads.body).map(([mediaType, schema]) => [mediaType, { schema }])
  return { body: { content: Object.fromEntries(content) } }
}

function responsesOf(response: unknown): Record<string, SchemaObject> {
  if (!isObject(response)) throw new Error('a route must declare its responses')
  const responses = Object.entries(response).map(([status, schema]): [string, SchemaObject] => {
    if (!isObject(schema)) throw new Error('the schema of a response must be an object')
    const description = schema.description ?? successDescriptions[status] ?? 'Answered'
    // @fastify/swagger reads a response's description beside a `$ref`, otherwise from
    // `x-response-description`.
    return [
      status,
      '$ref' in schema
        ? { ...schema, description }
        : { ...withComponentName(schema, paginatedName(schema)), 'x-response-description': description },
    ]
  })
  return Object.fromEntries(responses)
}

/** Marks a schema as a component, named by its `$id` or, without one, by `name`. */
function withComponentName(schema: SchemaObject, name?: string): SchemaObject {
  const component = schema.$id ?? name
  return component === undefined || '$ref' in schema ? schema : { ...schema, [componentKeyword]: component }
}

/** The component name of a page of a list, such as `PaginatedTaskList`; undefined for other schemas. */
function paginatedName({ properties }: SchemaObject): string | undefined {
  if (!isObject(properties) || !isObject(properties.objects) || !('page_number' in properties)) return
  const { items } = properties.objects
  // With `export=true` items have a second schema (`anyOf`); the first one names the list.
  const [item = items] = isObject(items) && Array.isArray(items.anyOf) ? items.anyOf : []
  if (!isObject(item) || typeof item.$ref !== 'string') return
  return `Paginated${item.$ref.replace(/#$/, '')}List`
}
