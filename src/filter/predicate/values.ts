import type { Condition } from '../../schema/filter/condition.ts'
import type { Refuse } from './faults.ts'

/** One value of a condition. */
export interface Value {
  value: string | number
  /** Its path within the condition, such as `.value[1]`. */
  at: string
}

/** The values of a condition; a single value becomes a list. Refuses booleans and infinite numbers. */
export function valuesOf(condition: Condition, refuse: Refuse): Value[] {
  const { value } = condition
  const given = Array.isArray(value)
    ? value.map((one, i) => ({ value: one, at: `.value[${i}]` }))
    : [{ value, at: '.value' }]
  const values: Value[] = []
  for (const { value, at } of given) {
    if (typeof value === 'boolean') refuse(at, 'expected a string or a number, not a boolean')
    else if (typeof value === 'number' && !Number.isFinite(value)) refuse(at, 'expected a finite number')
    else values.push({ value, at })
  }
  return values
}

/** The only value of an order comparison (`lt`, `ge` …). Refuses a list of another length; then undefined. */
export function onlyValue(condition: Condition, values: readonly Value[], refuse: Refuse): Value | undefined {
  if (Array.isArray(condition.value) && condition.value.length !== 1) {
    refuse('.value', `expected one value for ${condition.op}, not a list of ${condition.value.length}`)
    return undefined
  }
  return values[0]
}

const decimal = /^-?\d+(\.\d+)?$/

/** Parses a plain decimal number (-?digits[.digits]); undefined for other texts. */
export function decimalNumber(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined
}
