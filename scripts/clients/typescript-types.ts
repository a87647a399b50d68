import type { Description, Operation, Parameter, SchemaObject } from '../../src/api/description/openapi.ts'
import { isObject } from '../../src/schema/text/json-object.ts'

/**
 * The types of the API in TypeScript: a type for each schema, and `paths` in the form of openapi-fetch.
 * openapi-typescript generates the same, but needs the compiler API of TypeScript 5, which the version that
 * checks this repository no longer has.
 */
export function typescriptTypes({ paths, components }: Description): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  )
  const errors = Object.entries(components.responses).map(
    ([name, answer]) => `type Answer${name} = ${answerType(answer, '')}\n`,
  )
  const lines = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(
      ([method, operation]) =>
        `${comment(operation.summary, '    ')}    ${method}: ${operationType(operation)}\n`,
    )
    return `  ${JSON.stringify(path)}: {\n${operations.join('')}  }\n`
  })
  return [
    '// Made of ../../openapi.json by `npm run generate`.\n',
    ...schemas,
    ...errors,
    '/** Every operation by path and method, as openapi-fetch reads it. */',
    `export interface paths {\n${lines.join('')}}\n`,
  ].join('\n')
}

function operationType(operation: Operation): string {
  const { parameters = [], requestBody, responses } = operation
  const inner = '      '
  const places = (['query', 'header', 'path'] as const).map(place => {
    const found = parameters.filter(parameter => parameter.in === place)
    const isOptional = found.every(({ required }) => !required)
    return `${place}${isOptional ? '?' : ''}: ${found.length === 0 ? 'never' : parametersType(found, inner)}`
  })
  // Bodies in the other media types have the same members.
  const body = requestBody?.content['application/json'] ?? Object.values(requestBody?.content ?? {})[0]
  const answers = Object.entries(responses).map(
    ([status, answer]) => `${inner}  ${status}: ${answerType(answer, `${inner}  `)}\n`,
  )
  return [
    '{\n',
    `${inner}parameters: { ${places.join('; ')}; cookie?: never }\n`,
    body === undefined || requestBody === undefined
      ? `${inner}requestBody?: never\n`
      : `${inner}requestBody${requestBody.required ? '' : '?'}: { content: { 'application/json': ${typeOf(body.schema, inner)} } }\n`,
    `${inner}responses: {\n${answers.join('')}${inner}}\n`,
    '    }',
  ].join('')
}

function parametersType(parameters: readonly Parameter[], indent: string): string {
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
  )
  const required = parameters.filter(parameter => parameter.required).map(({ name }) => name)
  return objectType({ properties, required }, indent)
}

function answerType(answer: Operation['responses'][string], indent: string): string {
  if ('$ref' in answer) return answer.$ref.replace('#/components/responses/', 'Answer')
  const contents = Object.entries(answer.content ?? {}).map(
    ([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema, indent)}`,
  )
  const content = contents.length === 0 ? 'content?: never' : `content: { ${contents.join('; ')} }`
  return `{ headers: Record<string, unknown>; ${content} }`
}

/** The TypeScript type of a JSON Schema. Ignores bounds and patterns. */
function typeOf(schema: unknown, indent: string): string {
  if (!isObject(schema)) return 'unknown'
  const { $ref, const: only, enum: words, type } = schema
  if (typeof $ref === 'string') return $ref.replace('#/components/schemas/', '')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(words)) return union(words.map(word => JSON.stringify(word)))
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return union(choices.map(one => typeOf(one, indent)))
  if (Array.isArray(schema.allOf))
    return schema.allOf.map(one => typeOf(one, indent)).join(' & ') || 'unknown'
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one }, indent)))
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayType(schema, indent)
    case 'object':
      return objectType(schema, indent)
    default:
      return isObject(schema.properties) ? objectType(schema, indent) : 'unknown'
  }
}

function arrayType({ items, prefixItems }: SchemaObject, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(item => typeOf(item, indent)).join(', ')}]`
  return `Array<${typeOf(items, indent)}>`
}

function objectType(schema: SchemaObject, indent: string): string {
  const { properties, required, additionalProperties, patternProperties } = schema
  const pattern = isObject(patternProperties) ? Object.values(patternProperties)[0] : undefined
  const others = pattern ?? (isObject(additionalProperties) ? additionalProperties : undefined)
  const needed = Array.isArray(required) ? required : []
  const members = Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => {
    const text = isObject(member) ? comment(member.description, `${indent}  `) : ''
    const mark = needed.includes(name) ? '' : '?'
    return `${text}${indent}  ${memberName(name)}${mark}: ${typeOf(member, `${indent}  `)}\n`
  })
  if (schema.maxProperties === 0) return 'Record<string, never>'
  if (members.length === 0)
    return `Record<string, ${others === undefined ? 'unknown' : typeOf(others, indent)}>`
  return `{\n${members.join('')}${indent}}`
}

function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never'
}

function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return ''
  return `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', `\n${indent} * `)} */\n`
}
