import type { JsonObject } from '../../schema/text/json-object.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { BodyText } from './body-text.ts'
import { BodyRefusedError } from './fault.ts'
import { parseLenientJson } from './lenient-json.ts'
import { maxDepth, maxValues, measureValue, skipSpace, tooDeep } from './measure-json.ts'
import { maxContainers, type ValueBudget } from './value-budget.ts'

const byteOrderMark = '\ufeff'

/** Parses the JSON of one event; undefined if it is invalid, too deep or has too many values. */
export function tryParseJson(text: string): unknown {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}

/**
 * Like tryParseJson, for one of many events of a body: first takes its objects and lists from the body's
 * budget. Brackets in its texts count too. Throws BodyRefusedError when the budget is exceeded.
 */
export function tryParseWithin(text: string, budget: ValueBudget): unknown {
  budget.takeContainers(
    countOccurrences(text, '{', maxContainers + 1) + countOccurrences(text, '[', maxContainers + 1),
  )
  return tryParseJson(text)
}

/** Parses a body that is one event. Throws BodyRefusedError. */
export function parseBody(body: BodyText): unknown {
  try {
    // `slice` sets the encoding.
    return parseBounded(body.slice(0, body.text.length))
  } catch (error) {
    if (error instanceof BodyRefusedError) throw error
    const reason = thrownText(error).slice(0, 200)
    throw new BodyRefusedError(400, `The body is not JSON: ${reason}`)
  }
}

/** Parses a value within the limits of one event. Throws BodyRefusedError and SyntaxError. */
function parseBounded(text: string): unknown {
  // A value takes two characters or more, with its comma: a shorter text cannot have too many.
  if (text.length > 2 * maxValues) measureValue(text, startOf(text))
  const value = parseLenientJson(text)
  if (!isShallow(value)) throw tooDeep()
  return value
}

/** Where the value of a text begins: after a byte order mark and white space. */
function startOf(text: string): number {
  return skipSpace(text, text.startsWith(byteOrderMark) ? 1 : 0)
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

/** The number of occurrences of a character in a text, counted up to `limit`. */
export function countOccurrences(text: string, sign: string, limit: number): number {
  let found = 0
  for (let at = text.indexOf(sign); at !== -1 && found < limit; at = text.indexOf(sign, at + 1)) found++
  return found
}
