import { isObject } from '../../schema/json-object.ts'
import type { SchemaObject } from './openapi.ts'

/** Keywords that are for ajv and for the page's forms. */
const ownKeywords = new Set(['x-control', 'additionalItems'])

/**
 * A document whose schemas are JSON Schema 2020-12 instead of draft 7, which ajv reads, in the form that generators of
 * clients know best: a list of types for a value or null, an enum for words to choose from.
 */
export function inOpenApiDialect(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOpenApiDialect)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
    .filter(([keyword]) => !ownKeywords.has(keyword))
    .map(([keyword, member]) => [keyword, inOpenApiDialect(member)])
  return rewritten(Object.fromEntries(entries))
}

function rewritten(schema: SchemaObject): SchemaObject {
  const { items, anyOf, enum: words } = schema
  if (Array.isArray(items)) {
    const { length } = items
    return { ...schema, prefixItems: items, items: false, minItems: length, maxItems: length }
  }
  if (Array.isArray(anyOf)) return simplifiedChoice(schema, anyOf.filter(isObject))
  const isTyped = schema.type !== undefined || !Array.isArray(words)
  return isTyped || !words.every(word => typeof word === 'string') ? schema : { type: 'string', ...schema }
}

function simplifiedChoice({ anyOf, ...rest }: SchemaObject, branches: readonly SchemaObject[]): SchemaObject {
  const words = branches.map(branch => branch.const)
  if (words.every(word => typeof word === 'string')) return { ...rest, type: 'string', enum: words }
  const [only, ...others] = branches.filter(({ type }) => type !== 'null')
  const isPlain =
    only !== undefined && typeof only.type === 'string' && !('const' in only) && !('enum' in only)
  if (others.length > 0 || branches.length === 1 || !isPlain) return { anyOf, ...rest }
  return { ...only, ...rest, type: [only.type, 'null'] }
}
