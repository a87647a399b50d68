import { regexSteps } from '../../filter/regex/regex-steps.ts'
import { isObject } from '../../schema/text/json-object.ts'

/**
 * Steps (filter/regex/regex-steps.ts) of the expressions of one rule and of a file: compiling takes about a
 * microsecond for each.
 */
export const maxExpressionSteps = { rule: 500_000, file: 20_000_000 } as const

/** Steps of all expressions of a rule or file, and of texts that may be one. Stops above `max`. */
export function expressionSteps(content: unknown, max: number): number {
  let steps = 0
  const uncheckedValues: unknown[] = [content]
  while (uncheckedValues.length > 0 && steps <= max) {
    const value = uncheckedValues.pop()
    if (typeof value !== 'object' || value === null) continue
    if (isObject(value)) {
      for (const text of [value.value].flat()) if (isExpression(value.op, text)) steps += regexSteps(text)
      if (typeof value.expr === 'string') steps += regexSteps(value.expr)
    }
    // One by one: as arguments of one call, too many would overflow the stack.
    for (const member of Object.values(value)) uncheckedValues.push(member)
  }
  return steps
}

/** Values of a condition without an operator may have the captures of its rule. */
function isExpression(op: unknown, text: unknown): text is string {
  if (typeof text !== 'string') return false
  return op === '=~' || op === '!~' || ((op === undefined || op === null) && text.includes('('))
}
