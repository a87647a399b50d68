import { type JsonSchema, resolveSchema, type SchemaRegistry } from './json-schema.ts'

const yes = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const no = new Set(['false', '0', 'no', 'off', 'f', 'n'])
const integer = /^[+-]?\d{1,16}$/
const decimal = /^[+-]?(\d{1,16}(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const maxDepth = 20

/**
 * Turns text that came in a query string, a path or a form into what the schema expects: numbers, booleans, lists
 * (comma-separated or JSON), objects (JSON). What does not fit stays as it is, for validation to name it.
 * Nothing else is changed; unknown members stay.
 */
export function coerce(schema: object, value: unknown, registry: SchemaRegistry = {}): unknown {
  return coerceAt(schema, value, registry, 0)
}

function coerceAt(given: JsonSchema, value: unknown, registry: SchemaRegistry, depth: number): unknown {
  if (depth > maxDepth) return value
  const schema = resolveSchema(given, registry)
  if (schema.anyOf !== undefined) return coerceAny(schema.anyOf, value, registry, depth)
  if (typeof value === 'string') return coerceText(schema, value, registry, depth)
  if (Array.isArray(value)) {
    return value.map((item: unknown) => coerceAt(itemSchema(schema), item, registry, depth + 1))
  }
  if (typeof value === 'object' && value !== null) {
    // Bracketed keys make objects only (a[0], a[1]); the schema knows which of them are lists.
    if (schema.type === 'array' || (schema.type === undefined && isIndexed(value))) {
      return Object.values(value).map((item: unknown) =>
        coerceAt(itemSchema(schema), item, registry, depth + 1),
      )
    }
    const members = Object.entries(value).map(
      ([name, member]: [string, unknown]) =>
        [name, coerceAt(memberSchema(schema, name), member, registry, depth + 1)] as const,
    )
    return Object.fromEntries(members)
  }
  return value
}

function coerceText(schema: JsonSchema, text: string, registry: SchemaRegistry, depth: number): unknown {
  switch (schema.type) {
    case 'integer':
      return integer.test(text) ? Number(text) : text
    case 'number':
      return decimal.test(text) ? Number(text) : text
    case 'boolean': {
      const word = text.toLowerCase()
      return yes.has(word) ? true : no.has(word) ? false : text
    }
    case 'null':
      return text === '' ? null : text
    case 'object':
      return parsed(schema, text, registry, depth)
    case 'array': {
      if (text.trimStart().startsWith('[')) return parsed(schema, text, registry, depth)
      return coerceAt(schema, text === '' ? [] : text.split(','), registry, depth + 1)
    }
    default:
      return typeof schema.const === 'number' && decimal.test(text) ? Number(text) : text
  }
}

/** JSON text becomes what it says; other text stays. */
function parsed(schema: JsonSchema, text: string, registry: SchemaRegistry, depth: number): unknown {
  const value = jsonOf(text)
  return value === undefined ? text : coerceAt(schema, value, registry, depth + 1)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Text stays text where text is allowed; otherwise the first branch that the value can become. */
function coerceAny(
  given: readonly JsonSchema[],
  value: unknown,
  registry: SchemaRegistry,
  depth: number,
): unknown {
  const branches = flattened(given, registry, depth)
  if (typeof value === 'string') {
    if (branches.some(branch => branch.const === value)) return value
    const text = branches.some(branch => branch.type === 'string' && branch.const === undefined)
    for (const branch of branches) {
      if (text && !(isStructured(branch) && /^\s*[[{]/.test(value))) continue
      const coerced = coerceText(branch, value, registry, depth + 1)
      if (coerced !== value) return coerced
    }
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  const list = Array.isArray(value) || isIndexed(value)
  const branch = branches.find(candidate => candidate.type === (list ? 'array' : 'object'))
  return branch === undefined ? value : coerceAt(branch, value, registry, depth + 1)
}

/** Choices within choices are one choice. */
function flattened(given: readonly JsonSchema[], registry: SchemaRegistry, depth: number): JsonSchema[] {
  if (depth > maxDepth) return []
  return given.flatMap(branch => {
    const schema = resolveSchema(branch, registry)
    return schema.anyOf === undefined ? [schema] : flattened(schema.anyOf, registry, depth + 1)
  })
}

function isStructured(schema: JsonSchema): boolean {
  return schema.type === 'array' || schema.type === 'object'
}

function itemSchema(schema: JsonSchema): JsonSchema {
  return isOne(schema.items) ? schema.items : {}
}

function memberSchema(schema: JsonSchema, name: string): JsonSchema {
  const own = schema.properties
  if (own !== undefined && Object.hasOwn(own, name)) return own[name] ?? {}
  const [any] = Object.values(schema.patternProperties ?? {})
  return any ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {})
}

function isOne(items: JsonSchema['items']): items is JsonSchema {
  return typeof items === 'object' && !Array.isArray(items)
}

/** Whether the keys are 0, 1, 2, ... */
function isIndexed(value: object): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key, index) => key === String(index))
}
