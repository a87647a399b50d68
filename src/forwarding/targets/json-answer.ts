import { isObject, type JsonObject } from '../../schema/text/json-object.ts'

/** The body of an answer as a JSON object; undefined for anything else. */
export function jsonAnswer(body: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
