import type { Windows } from '../../storage/contract/window-query.ts'

/**
 * Steps that begin at multiples of their length: step i covers `start + i * step` up to the next step.
 * Integer microseconds.
 */
export interface WholeSteps {
  start: number
  step: number
  count: number
}

export function windowsOf({ start, step, count }: WholeSteps): Windows {
  return { end: start + step - 1, step, length: step, count }
}
