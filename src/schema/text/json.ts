/** JSON as text or as UTF-8 bytes. */
export type Json = string | Uint8Array

const jsonByValue = new WeakMap<object, () => Json>()

/**
 * Sets how `jsonOf` makes the JSON of a large value faster than JSON.stringify, for example from parts that
 * are JSON already. The value must not change from then on. Copies of the value do not have it. Returns the
 * value.
 */
export function withJson<T extends object>(value: T, json: () => Json): T {
  jsonByValue.set(value, json)
  return value
}

/** The JSON of a value, made as its `withJson` says if it has one. */
export function jsonOf(value: unknown): Json {
  const json = typeof value === 'object' && value !== null ? jsonByValue.get(value) : undefined
  return json === undefined ? JSON.stringify(value) : json()
}
