import { isObject } from '../../schema/text/json-object.ts'
import type { MediaType, SchemaObject } from './openapi.ts'

type Schemas = Readonly<Record<string, SchemaObject>>

const scalarTypes = new Set(['string', 'integer', 'number', 'boolean', 'null'])

/** Whether a body without members is valid. */
export function isEmptyValid(schema: SchemaObject, schemas: Schemas): boolean {
  const { type, required, oneOf, anyOf } = resolved(schema, schemas)
  const branches = oneOf ?? anyOf
  if (Array.isArray(branches)) return branches.filter(isObject).some(branch => isEmptyValid(branch, schemas))
  return type === 'object' && !(Array.isArray(required) && required.length > 0)
}

/**
 * Form members that are not plain text are JSON. OpenAPI cannot describe bracketed names, which are accepted,
 * too.
 */
export function encodingOf(schema: SchemaObject, schemas: Schemas): Pick<MediaType, 'encoding'> {
  const nested = membersOf(schema, schemas).filter(([, member]) => !isPlainText(member, schemas))
  if (nested.length === 0) return {}
  return { encoding: Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }])) }
}

/** Members of an object, or of each object of a choice. */
function membersOf(schema: SchemaObject, schemas: Schemas): [name: string, SchemaObject][] {
  const { properties, oneOf, anyOf } = resolved(schema, schemas)
  const own = isObject(properties) ? Object.entries(properties) : []
  const branches = [oneOf ?? anyOf ?? []].flat().filter(isObject)
  return [
    ...own.flatMap(([name, member]): [string, SchemaObject][] => (isObject(member) ? [[name, member]] : [])),
    ...branches.flatMap(branch => membersOf(branch, schemas)),
  ]
}

/** Whether a member is written as text: a scalar, or a list of scalars. */
function isPlainText(schema: SchemaObject, schemas: Schemas): boolean {
  const { type, items, ...rest } = resolved(schema, schemas)
  const types = [type].flat()
  if ('const' in rest || 'enum' in rest || types.every(one => scalarTypes.has(String(one)))) return true
  return type === 'array' && isObject(items) && isPlainText(items, schemas)
}

function resolved(schema: SchemaObject, schemas: Schemas): SchemaObject {
  const name = String(schema.$ref ?? '').replace('#/components/schemas/', '')
  return schemas[name] ?? schema
}
