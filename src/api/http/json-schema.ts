/** As much of JSON Schema as our shapes use. */
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

/** Shapes by $id, so that a $ref can be followed. */
export type SchemaRegistry = Readonly<Record<string, JsonSchema>>

/** The schema itself, or the one that it refers to (`Name#`). */
export function resolveSchema(schema: JsonSchema, registry: SchemaRegistry): JsonSchema {
  if (schema.$ref === undefined) return schema
  return registry[schema.$ref.replace(/#$/, '')] ?? {}
}
