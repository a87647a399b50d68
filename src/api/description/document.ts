import type { FaultCode } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { componentKeyword } from './described-route.ts'
import { faultAnswers } from './fault-answers.ts'
import type { Description, MediaType, Operation, SchemaObject } from './openapi.ts'
import { inOpenApiDialect } from './openapi-dialect.ts'
import { replaceQuerySchemas } from './query-schemas.ts'

const scalarTypes = new Set(['string', 'integer', 'number', 'boolean', 'null'])

/** Facts about an operation that @fastify/swagger does not carry. */
export interface OperationNotes {
  faults: readonly FaultCode[]
  /** Whether the body is required although all its members are optional. */
  needsBody: boolean
}

type Components = Description['components']

/**
 * Completes a document of @fastify/swagger with what the plugin does not carry (decisions/0017). Notes are by
 * operationId.
 */
export function completeDocument(
  given: Description,
  notes: ReadonlyMap<string, OperationNotes>,
): Description {
  for (const operation of operationsOf(given)) moveToComponents(operation, given.components)
  replaceNestedCopies(given.components)
  // Only schemas change: the document keeps its shape.
  const document = inOpenApiDialect(given) as Description
  const { components } = document
  replaceQuerySchemas(components.schemas)
  for (const operation of operationsOf(document)) {
    const { faults = [], needsBody = false } = notes.get(operation.operationId) ?? {}
    completeParameters(operation)
    completeBody(operation, needsBody, components)
    // An answer declared by the route (a 422 with its list of errors) replaces the catalogue's.
    operation.responses = { ...faultAnswers(faults, components), ...operation.responses }
    makeDefaultsOptional(operation.requestBody, components, new Set())
  }
  components.schemas = sorted(components.schemas)
  components.responses = sorted(components.responses)
  return document
}

function operationsOf({ paths }: Description): Operation[] {
  return Object.values(paths).flatMap(methods => Object.values(methods))
}

/** Moves named schemas of bodies and answers to the components, and replaces them by references. */
function moveToComponents({ requestBody, responses }: Operation, { schemas }: Components): void {
  const contents = [requestBody, ...Object.values(responses)].map(part =>
    part !== undefined && 'content' in part ? part.content : undefined,
  )
  for (const media of contents.flatMap(content => Object.values(content ?? {}))) {
    const { [componentKeyword]: name, ...schema } = media.schema
    if (typeof name !== 'string') continue
    schemas[name] ??= schema
    media.schema = { $ref: `#/components/schemas/${name}` }
  }
}

/** Replaces copies of a component by references: the plugin copies components into others. */
function replaceNestedCopies({ schemas }: Components): void {
  const entries = Object.entries(schemas)
  const names = new Map(entries.map(([name, schema]) => [JSON.stringify(schema), name]))
  const replaceCopies = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceCopies)
    if (!isObject(value)) return value
    const name = names.get(JSON.stringify(value))
    return name === undefined ? replaceInMembers(value) : { $ref: `#/components/schemas/${name}` }
  }
  const replaceInMembers = (value: SchemaObject): SchemaObject =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceCopies(member)]))
  for (const [name, schema] of entries) schemas[name] = replaceInMembers(schema)
}

/** A query parameter with a default is optional; lists are comma-separated. */
function completeParameters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if (parameter.in === 'path') continue
    if ('default' in parameter.schema) parameter.required = false
    if (parameter.schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
  }
}

function completeBody({ requestBody }: Operation, needsBody: boolean, { schemas }: Components): void {
  if (requestBody === undefined) return
  for (const [type, media] of Object.entries(requestBody.content)) {
    // A missing body counts as an empty one.
    requestBody.required = needsBody || !isEmptyValid(media.schema, schemas)
    if (type !== 'application/json') {
      requestBody.content[type] = { ...media, ...encodingOf(media.schema, schemas) }
    }
  }
}

/** Makes members with a default optional in request schemas. Answers always contain them. */
function makeDefaultsOptional(value: unknown, components: Components, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const member of Object.values(value)) makeDefaultsOptional(member, components, seen)
  if (!isObject(value)) return
  const { $ref, properties, required } = value
  if (typeof $ref === 'string') {
    makeDefaultsOptional(components.schemas[$ref.replace('#/components/schemas/', '')], components, seen)
  }
  if (!isObject(properties) || !Array.isArray(required)) return
  const stillRequired = required.filter(name => {
    const member = properties[name]
    return !(isObject(member) && 'default' in member)
  })
  if (stillRequired.length > 0) value.required = stillRequired
  else delete value.required
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}

type Schemas = Readonly<Record<string, SchemaObject>>

/** Whether a body without members is valid. */
function isEmptyValid(schema: SchemaObject, schemas: Schemas): boolean {
  const { type, required, oneOf, anyOf } = resolved(schema, schemas)
  const branches = oneOf ?? anyOf
  if (Array.isArray(branches)) return branches.filter(isObject).some(branch => isEmptyValid(branch, schemas))
  return type === 'object' && !(Array.isArray(required) && required.length > 0)
}

/**
 * Form members that are not plain text are JSON. OpenAPI cannot describe bracketed names, which are accepted,
 * too.
 */
function encodingOf(schema: SchemaObject, schemas: Schemas): Pick<MediaType, 'encoding'> {
  const nested = membersOf(schema, schemas).filter(([, member]) => !isPlainText(member, schemas))
  if (nested.length === 0) return {}
  return { encoding: Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }])) }
}

/** Members of an object, or of each object of a choice. */
function membersOf(schema: SchemaObject, schemas: Schemas): [name: string, SchemaObject][] {
  const { properties, oneOf, anyOf } = resolved(schema, schemas)
  const direct = isObject(properties) ? Object.entries(properties) : []
  const branches = [oneOf ?? anyOf ?? []].flat().filter(isObject)
  return [
    ...direct.flatMap(([name, member]): [string, SchemaObject][] =>
      isObject(member) ? [[name, member]] : [],
    ),
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
