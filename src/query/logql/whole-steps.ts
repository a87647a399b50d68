import type { Windows } from '../../storage/contract/window-query.ts'

/** Steps at multiples of their length (microseconds): step i covers `start + i * step` to the next step. */
export interface WholeSteps {
  start: number
  step: number
  count: number
}

/** One window for each step. A window contains its end, so it ends with the last microsecond of the step. */
export function windowsOf({ start, step, count }: WholeSteps): Windows {
  return { end: start + step - 1, step, length: step, count }
}
