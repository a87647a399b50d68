import { isObject } from '../../schema/json-object.ts'
import type { Components } from './components.ts'
import { capitalised } from './names.ts'
import type { MediaType, RequestBody, SchemaObject } from './openapi.ts'
import type { DescribedRoute } from './route.ts'

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const
const scalars = new Set(['string', 'integer', 'number', 'boolean', 'null'])

/** The body of a route in every kind that it takes; undefined when it takes none. */
export function bodyOf(
  { schema }: DescribedRoute,
  operationId: string,
  components: Components,
): RequestBody | undefined {
  if (schema.reads?.body !== undefined) {
    const entries = Object.entries(schema.reads.body).map(
      ([type, shape]) => [type, { schema: components.schema(shape, 'sent') }] as const,
    )
    return { required: true, content: Object.fromEntries(entries) }
  }
  if (schema.body === undefined) return undefined
  const written = components.schema(schema.body, 'sent')
  const shape = '$ref' in written ? written : components.put(`${capitalised(operationId)}Body`, written)
  const form: MediaType = { schema: shape, ...encodingOf(components.resolved(shape), components) }
  return {
    // A body that is not there counts as an empty one.
    required: schema.needsBody ?? !takesNothing(components.resolved(shape), components),
    content: {
      'application/json': { schema: shape },
      [forms[0]]: form,
      [forms[1]]: form,
    },
  }
}

/** Whether an object without members is of this shape. */
function takesNothing({ type, required, oneOf, anyOf }: SchemaObject, components: Components): boolean {
  const branches = oneOf ?? anyOf
  if (Array.isArray(branches)) {
    return branches.filter(isObject).some(branch => takesNothing(components.resolved(branch), components))
  }
  return type === 'object' && !(Array.isArray(required) && required.length > 0)
}

/** Members of a form that are no plain text are JSON; that bracketed keys do as well, OpenAPI has no words for. */
function encodingOf(shape: SchemaObject, components: Components): Pick<MediaType, 'encoding'> {
  const nested = membersOf(shape, components).filter(([, member]) => !isPlain(member, components))
  if (nested.length === 0) return {}
  return { encoding: Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }])) }
}

/** Members of an object, or of each object that it may be. */
function membersOf(shape: SchemaObject, components: Components): [name: string, SchemaObject][] {
  const branches = [shape.oneOf ?? shape.anyOf ?? []].flat().filter(isObject)
  const own = isObject(shape.properties) ? Object.entries(shape.properties) : []
  return [
    ...own.flatMap(([name, member]): [string, SchemaObject][] =>
      isObject(member) ? [[name, components.resolved(member)]] : [],
    ),
    ...branches.flatMap(branch => membersOf(components.resolved(branch), components)),
  ]
}

/** Whether a member is written as text: a scalar, or a list of scalars. */
function isPlain(schema: SchemaObject, components: Components): boolean {
  const types = [schema.type].flat().filter(type => type !== undefined)
  if (types.length > 0 && types.every(type => scalars.has(String(type)))) return true
  if ('const' in schema || 'enum' in schema) return true
  return (
    schema.type === 'array' &&
    isObject(schema.items) &&
    isPlain(components.resolved(schema.items), components)
  )
}
