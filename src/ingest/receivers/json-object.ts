import { BodyRefused } from '../http/fault.ts'
import { maxDepth, maxValues, spanOf, tooDeep } from './json-text.ts'
import { maxContainers, type ValueBudget } from './value-budget.ts'

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON value of one event's text, undefined when it is none, too deep, or of too many values. */
export function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** The same for one of many texts of a body. Throws BodyRefused when the body has too many objects in all. */
export function parsedWithin(text: string, budget: ValueBudget): unknown {
  budget.takeContainers(count(text, '{', maxContainers + 1) + count(text, '[', maxContainers + 1))
  return parsed(text)
}

/** The JSON value of a body that is one event. Throws BodyRefused. */
export function parsedBody(body: string): unknown {
  try {
    return parse(body)
  } catch (error) {
    if (error instanceof BodyRefused) throw error
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    throw new BodyRefused(400, `The body is not JSON: ${reason}`)
  }
}

/** Throws BodyRefused and SyntaxError. Looks at a text that can have too many values before it makes any. */
function parse(text: string): unknown {
  if (text.length > 2 * maxValues) spanOf(text, 0)
  const value: unknown = JSON.parse(text)
  if (!isShallow(value)) throw tooDeep()
  return value
}

/** Whether a JSON value is nested no deeper than `left` levels. */
function isShallow(value: unknown, left = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (left === 0) return false
  if (Array.isArray(value)) return value.every(one => isShallow(one, left - 1))
  // A parsed object has only members of its own.
  for (const name in value) if (!isShallow((value as JsonObject)[name], left - 1)) return false
  return true
}

/** How often a sign is in a text, counted up to `limit`. */
export function count(text: string, sign: string, limit: number): number {
  let found = 0
  for (let at = text.indexOf(sign); at !== -1 && found < limit; at = text.indexOf(sign, at + 1)) found++
  return found
}
