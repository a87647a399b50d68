import { isObject } from '../../../schema/text/json-object.ts'
import type { Description, SchemaObject } from '../openapi.ts'

/** Texts that match the patterns of our schemas. */
const texts = [
  'sample',
  '-last_occurrence',
  'last_1_hours',
  '2026-01-01',
  '08:00',
  '42',
  'ann@example.com',
  'updated_at',
  'https://sample.example',
  'sample.example:9092',
  '1.3.6.1.4.1.8072',
]

/**
 * Generates values from the schemas of a description: the same values in the same order each time, and no
 * text without a pattern twice. `optional` adds optional members.
 */
export class Samples {
  readonly #document: Description
  #textCount = 0

  constructor(document: Description) {
    this.#document = document
  }

  of(schema: SchemaObject, optional: boolean): unknown {
    if (typeof schema.$ref === 'string') return this.of(this.#named(schema.$ref), optional)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return schema.enum[0]
    const branches = schema.oneOf ?? schema.anyOf
    if (Array.isArray(branches)) return this.of(branches.find(isObject) ?? {}, optional)
    if (schema.default !== undefined) return schema.default
    const [type] = [schema.type].flat()
    switch (type) {
      case 'object':
        return this.#object(schema, optional)
      case 'array':
        return this.#array(schema, optional)
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return Math.max(Number(schema.minimum ?? 1), 1)
      case 'boolean':
        return false
      default:
        return null
    }
  }

  #named(reference: string): SchemaObject {
    const schema = this.#document.components.schemas[reference.replace('#/components/schemas/', '')]
    if (schema === undefined) throw new Error(`${reference} is not there`)
    return schema
  }

  #object({ properties, required }: SchemaObject, optional: boolean): Record<string, unknown> {
    const needed: readonly unknown[] = Array.isArray(required) ? required : []
    const members = Object.entries(isObject(properties) ? properties : {}).filter(
      ([name, member]) => needed.includes(name) || (optional && isObject(member)),
    )
    return Object.fromEntries(
      members.map(([name, member]) => [name, this.of(isObject(member) ? member : {}, optional)]),
    )
  }

  #array({ prefixItems, items, minItems }: SchemaObject, optional: boolean): unknown[] {
    if (Array.isArray(prefixItems))
      return prefixItems.map(item => this.of(isObject(item) ? item : {}, optional))
    const count = Number(minItems ?? 0)
    return Array.from({ length: count }, () => this.of(isObject(items) ? items : {}, optional))
  }

  #text({ pattern, maxLength }: SchemaObject): string {
    const all = [`sample-${++this.#textCount}`, ...texts]
    const expression = new RegExp(typeof pattern === 'string' ? pattern : '', 'u')
    const fitting = all.find(text => expression.test(text) && text.length <= Number(maxLength ?? text.length))
    if (fitting === undefined) throw new Error(`no sample fits the pattern ${pattern}: add one`)
    return fitting
  }
}
