import type { Windows } from '../../storage/window-query.ts'

/** Steps that begin at multiples of their length: step i has what lies from `start + i * step` on, before the next. Integer microseconds. */
export interface WholeSteps {
  start: number
  step: number
  count: number
}

export function windowsOf({ start, step, count }: WholeSteps): Windows {
  return { end: start + step - 1, step, length: step, count }
}
