import { BodyRefused } from '../http/fault.ts'

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Objects and lists inside each other, at most. Reading itself has no such limit, but writing and comparing have. */
export const deepest = 100

/** Whether a JSON value is nested no deeper than `left` levels. */
export function isShallow(value: unknown, left = deepest): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (left === 0) return false
  if (Array.isArray(value)) return value.every(one => isShallow(one, left - 1))
  // A parsed object has only members of its own.
  for (const name in value) if (!isShallow((value as JsonObject)[name], left - 1)) return false
  return true
}

/** The JSON value of a text, undefined when it is none or too deep. */
export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isShallow(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The JSON value of a whole body. */
export function parsedBody(body: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    throw new BodyRefused(400, `The body is not JSON: ${reason}`)
  }
  if (!isShallow(value)) throw new BodyRefused(400, `The body is nested deeper than ${deepest} levels.`)
  return value
}
