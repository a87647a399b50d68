import { isRegexOperator } from '../../../filter/parse/parse-filter.ts'
import { regexSteps } from '../../../filter/regex/regex-steps.ts'
import type { App } from '../app.ts'
import { parameterFault } from './validation.ts'

/**
 * Maximum steps (filter/regex/regex-steps.ts) of all regular expressions in a body. Each filter has its own
 * bounds, but a body may contain thousands of filters, all compiled in one turn of the event loop. This many
 * steps take some hundred milliseconds.
 */
const maxSteps = 100_000

/** Refuses bodies whose filters contain more regular expressions than can be compiled quickly. */
export function limitRegexes(app: App): void {
  app.addHook('preHandler', async request => {
    if (stepsIn(request.body) > maxSteps)
      throw parameterFault({
        filter: `Expected at most ${maxSteps} steps of regular expressions in one body.`,
      })
  })
}

/** Sums all conditions at any depth; stops once there are too many. */
function stepsIn(body: unknown): number {
  let steps = 0
  const uncheckedValues = [body]
  while (uncheckedValues.length > 0 && steps <= maxSteps) {
    const value = uncheckedValues.pop()
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    if ('op' in value && isRegexOperator(value.op) && 'value' in value)
      for (const pattern of [value.value].flat())
        if (typeof pattern === 'string') steps += regexSteps(pattern)
    // One by one: as arguments of one call, very many would overflow the stack.
    for (const member of Object.values(value)) uncheckedValues.push(member)
  }
  return steps
}
