import { isObject } from '../../schema/json-object.ts'
import type { Components } from './components.ts'
import type { Parameter, SchemaObject } from './openapi.ts'
import type { DescribedRoute } from './route.ts'

const restOfPath = 'The rest of the path; it may hold slashes'

/** Parameters of path, query string and headers, as the route's schemas declare them. */
export function parametersOf({ schema }: DescribedRoute, components: Components): Parameter[] {
  return [
    ...partOf('path', schema.params, components),
    ...partOf('query', schema.querystring, components),
    ...partOf('header', schema.reads?.headers, components),
  ]
}

function partOf(place: Parameter['in'], shape: unknown, components: Components): Parameter[] {
  if (shape === undefined) return []
  const { properties, required } = components.schema(shape, 'sent')
  if (!isObject(properties)) throw new Error(`the ${place} parameters of a route are an object`)
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([name, member]) => {
    if (!isObject(member)) throw new Error(`parameter ${name} has no schema`)
    const { description, ...schema } = member
    const said = name === '*' ? restOfPath : description
    return {
      name: name === '*' ? 'path' : name,
      in: place,
      required: place === 'path' || needed.includes(name),
      ...(typeof said === 'string' ? { description: said } : {}),
      ...(place === 'query' && isList(schema) ? ({ style: 'form', explode: false } as const) : {}),
      schema,
    }
  })
}

/** Lists in a query string are comma-separated. */
function isList(schema: SchemaObject): boolean {
  return schema.type === 'array'
}
