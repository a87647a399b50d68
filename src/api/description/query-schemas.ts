import { isObject } from '../../schema/json-object.ts'
import { QueryRepresentation, QueryRequest, queryTypes } from '../../schema/query/query.ts'
import type { Rewrite } from './components.ts'
import type { SchemaObject } from './openapi.ts'

/** Stands while there is nothing to show. */
const NoResults = { $id: 'NoResults', type: 'object', maxProperties: 0 }

const exampleRequest = {
  type: 'TopN',
  params: {
    field: 'host',
    limit: 5,
    time_range: { preset: 'last_1_hours' },
    filter: [{ field: 'severity', op: 'le', value: 3 }],
  },
}

/**
 * Queries are checked in two steps, so that a fault names the very member: the body as a whole, then the params by the
 * type. The document tells both at once: a choice of the types, each with its own params and results.
 */
export const queryRewrites: Readonly<Record<string, Rewrite>> = {
  QueryRequest: components => {
    const branches = eachType((name, { params }) => {
      const members = { type: typeNamed(name), params: { ...params, $id: `${name}Params` } }
      const shape = { ...QueryRequest, properties: members }
      return components.named(`${name}Request`, shape, 'sent')
    })
    return { ...choiceOf('A query to make', branches), examples: [exampleRequest] }
  },
  GenericQuery: components => {
    const branches = eachType((name, { params, results }) => {
      const members = {
        ...QueryRepresentation.properties,
        type: typeNamed(name),
        params: { ...params, $id: `${name}Params` },
        results: {
          description: 'Empty while there is nothing to show, partial while the query is IN_PROGRESS',
          anyOf: [{ ...results, $id: `${name}Results` }, NoResults],
        },
      }
      return components.named(`${name}Query`, { ...QueryRepresentation, properties: members }, 'answered')
    })
    return choiceOf('A query', branches)
  },
  WidgetDraft: (components, declared) => components.schema(ofQueryType(declared), 'sent'),
  WidgetPatch: (components, declared) => components.schema(ofQueryType(declared), 'sent'),
}

/** A shape whose `type` is that of a query. */
function ofQueryType({ $id: _, properties, ...rest }: SchemaObject): SchemaObject {
  const members = isObject(properties) ? properties : {}
  const known = isObject(members.type) ? members.type : {}
  return { ...rest, properties: { ...members, type: { ...known, enum: Object.keys(queryTypes) } } }
}

type Shapes = (typeof queryTypes)[keyof typeof queryTypes]

function eachType(one: (name: string, shapes: Shapes) => SchemaObject): [name: string, SchemaObject][] {
  return Object.entries(queryTypes).map(([name, shapes]) => [name, one(name, shapes)])
}

function typeNamed(name: string): SchemaObject {
  return { type: 'string', const: name }
}

function choiceOf(title: string, branches: readonly [string, SchemaObject][]): SchemaObject {
  const mapping = branches.map(([name, { $ref }]) => [name, $ref] as const)
  return {
    title,
    oneOf: branches.map(([, reference]) => reference),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  }
}
