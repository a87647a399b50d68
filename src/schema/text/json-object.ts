/** An object of JSON, its members unchecked. */
export type JsonObject = Record<string, unknown>

/** Whether a value that was read from JSON or YAML is an object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
