import { isObject } from '../../schema/text/json-object.ts'
import type { SchemaObject } from './openapi.ts'

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

/**
 * Schemas of one text each become an enum, and `anyOf: [{ type: 'string' }, { type: 'null' }]` becomes
 * `type: ['string', 'null']`. Other choices remain.
 */
function simplifiedChoice({ anyOf, ...rest }: SchemaObject, branches: readonly SchemaObject[]): SchemaObject {
  const texts = branches.map(branch => branch.const)
  if (texts.every(text => typeof text === 'string')) return { ...rest, type: 'string', enum: texts }
  const [only, ...others] = branches.filter(({ type }) => type !== 'null')
  const isPlain =
    only !== undefined && typeof only.type === 'string' && !('const' in only) && !('enum' in only)
  if (others.length > 0 || branches.length === 1 || !isPlain) return { anyOf, ...rest }
  return { ...only, ...rest, type: [only.type, 'null'] }
}
