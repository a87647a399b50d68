import { isRegexOperator } from '../../filter/parse-filter.ts'
import { regexSteps } from '../../filter/regex-steps.ts'
import type { App } from '../app.ts'
import { parameterFault } from './validation.ts'

/**
 * Steps (filter/regex-steps.ts) of all regular expressions of a body. A filter has bounds of its own, but a body may have thousands of filters,
 * all of which are compiled in one turn of the event loop: some hundred milliseconds with this many.
 */
const maxSteps = 100_000

/** Refuses bodies whose filters have more regular expressions than are compiled in a moment. */
export function limitRegexes(app: App): void {
  app.addHook('preHandler', async request => {
    if (stepsIn(request.body) > maxSteps)
      throw parameterFault({
        filter: `Expected at most ${maxSteps} steps of regular expressions in one body.`,
      })
  })
}

/** Of all conditions in it, however deep; ends once there are too many. */
function stepsIn(body: unknown): number {
  let steps = 0
  const left = [body]
  while (left.length > 0 && steps <= maxSteps) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    if ('op' in value && isRegexOperator(value.op) && 'value' in value)
      for (const pattern of [value.value].flat())
        if (typeof pattern === 'string') steps += regexSteps(pattern)
    // One by one: as arguments of one call, so many would overflow the stack.
    for (const member of Object.values(value)) left.push(member)
  }
  return steps
}
