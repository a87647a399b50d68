import { isObject } from '../../schema/json-object.ts'
import type { SchemaObject } from './openapi.ts'

/** What a client sends, or what it is answered: a member with a default may be left out of the one only. */
type Direction = 'sent' | 'answered'

/** Members of our shapes that are for ajv and for the page's forms. */
const ownKeywords = new Set(['$id', 'x-control', 'additionalItems'])
/** The pattern that TypeBox gives a record of any names. */
const anyName = '^.*$'

/** Writes a named shape of the document in place of the declared one. */
export type Rewrite = (components: Components, declared: SchemaObject) => SchemaObject

/**
 * The named shapes of a document, collected while the rest of it is written: a shape with an $id becomes a component,
 * and is a reference wherever it stands. Translates our JSON Schemas (draft 7, as the validator reads them) to those of
 * OpenAPI 3.1.
 */
export class Components {
  readonly #declared: Readonly<Record<string, unknown>>
  readonly #rewrites: Readonly<Record<string, Rewrite>>
  readonly #written = new Map<string, SchemaObject | null>()
  /** Reached from a request: in them a member with a default may be left out, in answers it is always there. */
  readonly #sent = new Set<string>()

  /** Shapes by $id that a `$ref` may name, and those of them that are described otherwise than they are checked. */
  constructor(declared: Readonly<Record<string, unknown>>, rewrites: Readonly<Record<string, Rewrite>> = {}) {
    this.#declared = declared
    this.#rewrites = rewrites
  }

  /** All named shapes so far, by name. */
  get schemas(): Record<string, SchemaObject> {
    const entries = [...this.#written].flatMap(([name, schema]) =>
      schema === null ? [] : ([[name, schema]] as const),
    )
    return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
  }

  /** The shape as a reference to a component of this name; the first one of a name stands. */
  named(name: string, schema: unknown, direction: Direction): SchemaObject {
    const known = this.#written.has(name)
    if (!known || (direction === 'sent' && !this.#sent.has(name))) {
      if (direction === 'sent') this.#sent.add(name)
      // Noted before it is written: a shape may hold itself.
      if (!known) this.#written.set(name, null)
      this.#written.set(name, this.#whole(name, schema, direction))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** A shape of the document itself, written as it will stand there. */
  put(name: string, schema: SchemaObject): SchemaObject {
    if (!this.#written.has(name)) this.#written.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** The shape as it stands in the document: a reference where it has a name. */
  schema(schema: unknown, direction: Direction): SchemaObject {
    if (schema === true) return {}
    if (schema === false) return { not: {} }
    if (!isObject(schema)) throw new Error(`a schema is an object, not ${JSON.stringify(schema)}`)
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.replace(/#$/, '')
      if (!Object.hasOwn(this.#declared, name)) throw new Error(`no shape has the $id ${name}`)
      return { ...this.named(name, this.#declared[name], direction), ...annotationsOf(schema) }
    }
    if (typeof schema.$id === 'string') return this.named(schema.$id, schema, direction)
    return this.#members(schema, direction)
  }

  /** The shape itself, where it is a reference to a component. */
  resolved(schema: SchemaObject): SchemaObject {
    const name = String(schema.$ref ?? '').replace('#/components/schemas/', '')
    return this.#written.get(name) ?? schema
  }

  #whole(name: string, schema: unknown, direction: Direction): SchemaObject {
    const rewrite = this.#rewrites[name]
    if (rewrite === undefined) return this.#members(schema, direction)
    if (!isObject(schema)) throw new Error('a named shape is an object')
    return rewrite(this, schema)
  }

  #members(schema: unknown, direction: Direction): SchemaObject {
    if (!isObject(schema)) throw new Error('a named shape is an object')
    const written: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (!ownKeywords.has(keyword)) written[keyword] = this.#keyword(keyword, value, direction)
    }
    if (Array.isArray(schema.items)) return tuple(written, schema.items.length)
    if (direction === 'sent' && Array.isArray(schema.required)) dropDefaulted(written, schema)
    return simplified(written)
  }

  #keyword(keyword: string, value: unknown, direction: Direction): unknown {
    const one = (schema: unknown) => this.schema(schema, direction)
    switch (keyword) {
      case 'properties':
      case 'patternProperties':
        return mapped(value, one)
      case 'additionalProperties':
        return typeof value === 'boolean' ? value : one(value)
      case 'items':
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return Array.isArray(value) ? value.map(one) : one(value)
      case 'not':
        return one(value)
      default:
        return value
    }
  }
}

function annotationsOf({ title, description }: SchemaObject): SchemaObject {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

/** 2020-12 spells the items of a list of fixed length otherwise. */
function tuple(schema: SchemaObject, length: number): SchemaObject {
  const { items, ...rest } = schema
  return { ...rest, prefixItems: items, items: false, minItems: length, maxItems: length }
}

function dropDefaulted(written: Record<string, unknown>, { required, properties }: SchemaObject): void {
  const needed = (Array.isArray(required) ? required : []).filter(name => {
    const member = isObject(properties) ? properties[String(name)] : undefined
    return !(isObject(member) && 'default' in member)
  })
  if (needed.length > 0) written.required = needed
  else delete written.required
}

/** The same meaning in the way that readers and generators of clients know best. */
function simplified(schema: SchemaObject): SchemaObject {
  if (Array.isArray(schema.anyOf)) return simplifiedChoice(schema, schema.anyOf)
  if (
    Array.isArray(schema.enum) &&
    schema.type === undefined &&
    schema.enum.every(one => typeof one === 'string')
  ) {
    return { type: 'string', ...schema }
  }
  const { patternProperties, ...rest } = schema
  if (!isObject(patternProperties) || rest.additionalProperties !== undefined) return schema
  const [[pattern, value] = [], ...others] = Object.entries(patternProperties)
  return pattern === anyName && others.length === 0 ? { ...rest, additionalProperties: value } : schema
}

/** A value or null is a list of types; words to choose from are an enum. */
function simplifiedChoice(schema: SchemaObject, branches: readonly unknown[]): SchemaObject {
  const { anyOf: _, ...rest } = schema
  const given = branches.filter(isObject)
  const words = given.map(branch => branch.const)
  if (words.every(word => typeof word === 'string')) return { ...rest, type: 'string', enum: words }
  const [only, ...others] = given.filter(branch => branch.type !== 'null')
  const isPlain =
    only !== undefined && typeof only.type === 'string' && !('const' in only) && !('enum' in only)
  if (others.length > 0 || given.length === 1 || !isPlain) return schema
  return { ...only, ...rest, type: [only.type, 'null'] }
}

function mapped(value: unknown, one: (schema: unknown) => SchemaObject): unknown {
  if (!isObject(value)) throw new Error('members are an object')
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, one(schema)]))
}
