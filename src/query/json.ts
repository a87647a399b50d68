/** JSON as text, or as the bytes of it (UTF-8) where these are made without a text. */
export type Json = string | Buffer

const jsonByValue = new WeakMap<object, () => Json>()

/** Names where the JSON of a value comes from that is never changed; a copy of it does not have it. Answers the value. */
export function withJson<T extends object>(value: T, json: () => Json): T {
  jsonByValue.set(value, json)
  return value
}

/** The JSON of what is sent: what is made once for many readers is not made again. */
export function jsonOf(value: unknown): Json {
  const json = typeof value === 'object' && value !== null ? jsonByValue.get(value) : undefined
  return json === undefined ? JSON.stringify(value) : json()
}
