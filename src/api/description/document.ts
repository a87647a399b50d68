import { STATUS_CODES } from 'node:http'
import { type FaultCode, faults } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { componentKeyword } from './described-route.ts'
import { capitalised } from './names.ts'
import type { Answer, Description, MediaType, Operation, Reference, SchemaObject } from './openapi.ts'
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

const sentence = { type: 'string', description: 'One sentence for people; may change' }
const seconds = { type: 'integer', minimum: 1 }

/** Headers of error answers by status. */
const headersByStatus: Partial<Record<number, Answer['headers']>> = {
  401: { 'WWW-Authenticate': { description: 'How to authenticate', schema: { const: 'Token' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: seconds } },
  503: { 'Retry-After': { description: 'Seconds to wait, if known', schema: seconds } },
}

/** Members of errors besides `code` and `detail`. */
const furtherMembers: Partial<Record<FaultCode, Readonly<Record<string, SchemaObject>>>> = {
  query_syntax: {
    position: { type: 'integer', minimum: 0, description: 'Index of the first unexpected character, from 0' },
    expected: { type: 'string', description: 'What was expected there' },
  },
  answer_too_large: {
    page_size: { type: 'integer', minimum: 1, description: 'A page size that fits' },
  },
  internal: {
    error_id: { type: 'string', description: 'Identifies the log line that has the cause' },
  },
}

/** The answers of the error catalogue by status, as references to answers added to the components. */
function faultAnswers(codes: readonly FaultCode[], components: Components): Record<string, Reference> {
  const byStatus = Map.groupBy(codes, code => faults[code].status)
  const entries = [...byStatus].map(([status, list]) => {
    const name = list.map(pascal).join('Or')
    components.responses[name] ??= answerOf(status, list, components)
    return [String(status), { $ref: `#/components/responses/${name}` }] as const
  })
  return Object.fromEntries(entries)
}

function answerOf(status: number, codes: readonly FaultCode[], components: Components): Answer {
  const mapping = codes.map((code): [FaultCode, string] => {
    const name = `${pascal(code).replace(/Error$/, '')}Error`
    components.schemas[name] ??= shapeOf(code)
    return [code, `#/components/schemas/${name}`]
  })
  const [only = {}, ...others] = mapping.map(([, $ref]) => ({ $ref }))
  const choice = {
    oneOf: [only, ...others],
    discriminator: { propertyName: 'code', mapping: Object.fromEntries(mapping) },
  }
  const headers = headersByStatus[status]
  const meanings = codes.map(code => `- \`${code}\`: ${faults[code].says}`)
  return {
    description: `${STATUS_CODES[status] ?? 'Error'}.\n\n${meanings.join('\n')}`,
    ...(headers && { headers }),
    content: { 'application/json': { schema: others.length === 0 ? only : choice } },
  }
}

/** The schema of an error. A validation error has names of members and parameters instead of `detail`. */
function shapeOf(code: FaultCode): SchemaObject {
  if (code === 'validation') {
    return {
      type: 'object',
      description:
        'Messages by member: for members of a body a list each (`non_field_errors` for the body as a whole, nested members as `params.filter[0].op`), for parameters one text',
      properties: { code: { const: code } },
      required: ['code'],
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    }
  }
  const members = furtherMembers[code] ?? {}
  return {
    type: 'object',
    description: faults[code].says,
    properties: { detail: sentence, ...members, code: { const: code } },
    required: ['detail', ...Object.keys(members), 'code'],
  }
}

function pascal(code: FaultCode): string {
  return code.split('_').map(capitalised).join('')
}

/** Keywords for ajv and for the forms of the page. */
const ownKeywords = new Set(['x-control', 'additionalItems'])

/**
 * Converts draft 7 schemas, which ajv reads, to JSON Schema 2020-12, in the form that client generators
 * support best: a list of types for a nullable value, an enum for a choice of texts.
 */
export function inOpenApiDialect(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOpenApiDialect)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
    .filter(([keyword]) => !ownKeywords.has(keyword))
    .map(([keyword, member]) => [keyword, inOpenApiDialect(member)])
  return simplified(Object.fromEntries(entries))
}

/** Rewrites the keywords of one schema, whose members are already converted. */
function simplified(schema: SchemaObject): SchemaObject {
  const { items, anyOf, allOf, enum: texts } = schema
  if (Array.isArray(items)) {
    const { length } = items
    return { ...schema, prefixItems: items, items: false, minItems: length, maxItems: length }
  }
  if (Array.isArray(allOf)) {
    // A member of a filter is a condition or a group, declared as `allOf: [{ if, else }, { if, else }]`
    // (schema/filter/condition.ts). The two schemas are in `else`.
    const branches = allOf.filter(isObject).flatMap(part => part.else ?? [])
    if (branches.length === allOf.length) return { anyOf: branches }
  }
  if (Array.isArray(anyOf)) return simplifiedChoice(schema, anyOf.filter(isObject))
  const isEnumOfTexts = Array.isArray(texts) && texts.every(text => typeof text === 'string')
  return isEnumOfTexts && schema.type === undefined ? { type: 'string', ...schema } : schema
}

function simplifiedChoice({ anyOf, ...rest }: SchemaObject, branches: readonly SchemaObject[]): SchemaObject {
  const texts = branches.map(branch => branch.const)
  if (texts.every(text => typeof text === 'string')) return { ...rest, type: 'string', enum: texts }
  const [only, ...others] = branches.filter(({ type }) => type !== 'null')
  const isPlain =
    only !== undefined && typeof only.type === 'string' && !('const' in only) && !('enum' in only)
  if (others.length > 0 || branches.length === 1 || !isPlain) return { anyOf, ...rest }
  return { ...only, ...rest, type: [only.type, 'null'] }
}
