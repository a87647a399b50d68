import { JsonExcessError, parseWithinBudget } from '../bodies/json-budget.ts'
import { openMemberSchema } from './open-members.ts'

/** The keywords of JSON Schema that our schemas use. */
export interface JsonSchema {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema | readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  /** The choice of a condition or a group (schema/filter/condition.ts) is only in `else`. */
  readonly allOf?: readonly { readonly else?: JsonSchema }[]
}

/** Shared schemas by $id. */
export type SchemaRegistry = Readonly<Record<string, JsonSchema>>

const trueWords = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const falseWords = new Set(['false', '0', 'no', 'off', 'f', 'n'])
/** Such as `+12`. */
const integer = /^[+-]?\d{1,16}$/
/** Such as `-1.5`, `.5` and `1e3`. */
const decimal = /^[+-]?(\d{1,16}(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const maxDepth = 20

/** Maximum values of one request part, in which texts may expand to lists. */
const maxValues = 20_000

/**
 * Converts the texts of a query string, a path or a form to the schema's types: numbers, booleans, lists
 * (comma-separated or JSON), objects (JSON). Leaves unknown members unchanged, and texts that the schema
 * allows or that do not fit its type, which validation reports. Throws JsonExcessError.
 */
export function coerce(schema: object, value: unknown, registry: SchemaRegistry = {}): unknown {
  return new Coercion(registry).convert(schema, value, 0)
}

/** The coercion of one request part, which counts its values. */
class Coercion {
  readonly #registry: SchemaRegistry
  #valuesLeft = maxValues

  constructor(registry: SchemaRegistry) {
    this.#registry = registry
  }

  convert(schema: object, value: unknown, depth: number): unknown {
    if (--this.#valuesLeft < 0) throw new JsonExcessError('', `Expected at most ${maxValues} values.`)
    if (depth > maxDepth) return value
    const branches = branchesOf(schema, this.#registry, depth)
    if (typeof value === 'string') {
      const coerced = coerceText(branches, value)
      return typeof coerced === 'object' ? this.convert(schema, coerced, depth + 1) : coerced
    }
    if (typeof value !== 'object' || value === null) return value
    const list = branches.find(({ type }) => type === 'array')
    const object = branches.find(({ type }) => type === 'object')
    // Where only a list is allowed, an object is one: qs writes `a[9999]=x` of a form as an object.
    if (Array.isArray(value) || (list !== undefined && object === undefined)) {
      return Object.values(value).map(item => this.convert(itemSchema(list), item, depth + 1))
    }
    const parent: Readonly<Record<string, unknown>> = { ...value }
    const members = Object.entries(value).map(([name, member]) => [
      name,
      this.#member(object, parent, name, member, depth + 1),
    ])
    return Object.fromEntries(members)
  }

  #member(
    object: JsonSchema | undefined,
    parent: Readonly<Record<string, unknown>>,
    name: string,
    member: unknown,
    depth: number,
  ): unknown {
    try {
      const openSchema = openMemberSchema(object?.$id ?? '', name, parent)
      const typed = openSchema === undefined ? member : this.convert(openSchema, member, depth)
      return this.convert(memberSchema(object, name), typed, depth)
    } catch (error) {
      throw error instanceof JsonExcessError ? error.within(name) : error
    }
  }
}

/** The branches of a choice and its nested choices. A schema without a choice is its only branch. */
function branchesOf(given: JsonSchema, registry: SchemaRegistry, depth: number): JsonSchema[] {
  const schema = given.$ref === undefined ? given : (registry[given.$ref.replace(/#$/, '')] ?? {})
  const choices = schema.anyOf ?? schema.allOf?.flatMap(part => part.else ?? [])
  if (choices === undefined) return [schema]
  return depth > maxDepth ? [] : choices.flatMap(branch => branchesOf(branch, registry, depth + 1))
}

/** Coerces a text by the first branch that accepts it. If text is allowed, only JSON is converted. */
function coerceText(branches: readonly JsonSchema[], text: string): unknown {
  if (branches.some(branch => branch.const === text)) return text
  const allowsText = branches.some(branch => branch.type === 'string' && branch.const === undefined)
  for (const branch of branches) {
    const isStructured = branch.type === 'array' || branch.type === 'object'
    if (allowsText && !(isStructured && /^\s*[[{]/.test(text))) continue
    const coerced = coerceByType(branch, text)
    if (coerced !== text) return coerced
  }
  return text
}

function coerceByType(schema: JsonSchema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
      return integer.test(text) ? Number(text) : text
    case 'number':
      return decimal.test(text) ? Number(text) : text
    case 'boolean': {
      const word = text.toLowerCase()
      if (trueWords.has(word)) return true
      return falseWords.has(word) ? false : text
    }
    case 'null':
      return text === '' ? null : text
    case 'object':
      return parsedJson(text)
    case 'array':
      if (text.trimStart().startsWith('[')) return parsedJson(text)
      return text === '' ? [] : text.split(',', maxValues + 1)
    default:
      return typeof schema.const === 'number' && decimal.test(text) ? Number(text) : text
  }
}

function parsedJson(text: string): unknown {
  try {
    return parseWithinBudget(text)
  } catch (error) {
    if (error instanceof JsonExcessError) throw error
    return text
  }
}

function itemSchema(list: JsonSchema = {}): JsonSchema {
  return typeof list.items === 'object' && !Array.isArray(list.items) ? (list.items as JsonSchema) : {}
}

function memberSchema(object: JsonSchema = {}, name: string): JsonSchema {
  const { properties, patternProperties = {}, additionalProperties } = object
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name] ?? {}
  const [patternSchema] = Object.values(patternProperties)
  return patternSchema ?? (typeof additionalProperties === 'object' ? additionalProperties : {})
}
