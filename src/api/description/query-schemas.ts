import { QueryRepresentation, QueryRequest, queryTypes } from '../../schema/query/query.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { SchemaObject } from './openapi.ts'

const names = Object.keys(queryTypes)

const exampleRequest = {
  type: 'TopN',
  params: {
    field: 'host',
    limit: 5,
    time_range: { preset: 'last_1_hours' },
    filter: [{ field: 'severity', op: 'le', value: 3 }],
  },
}

/** Results before the first computation: an empty object. */
const NoResults = { $id: 'NoResults', type: 'object', maxProperties: 0 }

/**
 * Schemas of the request and the response of each query type (`TopNRequest`, `TopNQuery`). Their params and
 * results have an $id, with which they become components as well.
 */
export const querySchemas: Readonly<Record<string, SchemaObject>> = Object.fromEntries(
  Object.entries(queryTypes).flatMap(([name, shapes]) => {
    const type = { type: 'string', const: name }
    const params = { ...shapes.params, $id: `${name}Params` }
    const results = {
      description: 'Empty before the first results, partial while the query is IN_PROGRESS',
      anyOf: [{ ...shapes.results, $id: `${name}Results` }, NoResults],
    }
    const responseProperties = { ...QueryRepresentation.properties, type, params, results }
    return [
      [`${name}Request`, { ...QueryRequest, $id: `${name}Request`, properties: { type, params } }],
      [`${name}Query`, { ...QueryRepresentation, $id: `${name}Query`, properties: responseProperties }],
    ]
  }),
)

/**
 * Replaces the generic schemas by a choice of the query types. The server validates in two steps, the body and
 * then the params by type, for better errors. The OpenAPI document has one schema for both.
 */
export function replaceQuerySchemas(schemas: Record<string, SchemaObject>): void {
  schemas.QueryRequest = { ...choiceOf('A query to create', 'Request'), examples: [exampleRequest] }
  schemas.GenericQuery = choiceOf('A query', 'Query')
  // Widgets have the query type as text: lists the valid ones.
  for (const widget of ['WidgetDraft', 'WidgetPatch']) {
    const { properties, ...rest } = schemas[widget] ?? {}
    if (!isObject(properties) || !isObject(properties.type)) continue
    schemas[widget] = { ...rest, properties: { ...properties, type: { ...properties.type, enum: names } } }
  }
}

function choiceOf(title: string, suffix: string): SchemaObject {
  const mapping = names.map(name => [name, `#/components/schemas/${name}${suffix}`] as const)
  return {
    title,
    oneOf: mapping.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  }
}
