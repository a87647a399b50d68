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
}

/** Shared schemas by $id. */
export type SchemaRegistry = Readonly<Record<string, JsonSchema>>

/** The schema that a `$ref` (`Name#`) refers to, or the schema itself. */
export function resolveSchema(schema: JsonSchema, registry: SchemaRegistry): JsonSchema {
  if (schema.$ref === undefined) return schema
  return registry[schema.$ref.replace(/#$/, '')] ?? {}
}
