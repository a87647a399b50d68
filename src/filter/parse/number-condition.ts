import type { Condition } from '../../schema/filter/condition.ts'
import type { Refuse } from '../predicate/faults.ts'
import type { NumberField, Predicate, TagRef } from '../predicate/predicate.ts'
import { type CodedField, codeNames, parseCodeName } from '../predicate/severity-words.ts'
import { decimalNumber, onlyValue, type Value } from '../predicate/values.ts'

/**
 * Parses a condition on a number field. Values are numbers (also as text) or names that parseCodeName
 * accepts. Times of occurrences are Unix seconds in the condition and integer microseconds in the predicate.
 */
export function numberCondition(
  field: NumberField,
  condition: Condition,
  values: readonly Value[],
  refuse: Refuse,
): Predicate {
  const op = condition.op ?? 'eq'
  if (op === 'lt' || op === 'le' || op === 'gt' || op === 'ge') {
    const only = onlyValue(condition, values, refuse)
    const value = only && numberOf(field, only, refuse)
    return value === undefined ? { kind: 'const', value: false } : { kind: 'number', field, op, value }
  }
  const wanted = new Set<number>()
  for (const value of values) {
    const number = numberOf(field, value, refuse)
    if (number !== undefined) wanted.add(number)
  }
  const [first] = wanted
  if (first === undefined) return { kind: 'const', value: false }
  if (wanted.size === 1) return { kind: 'number', field, op: 'eq', value: first }
  return { kind: 'number-in', field, values: [...wanted] }
}

/** Parses a condition that compares a tag with a number. */
export function tagNumberCondition(
  field: TagRef,
  condition: Condition,
  op: 'lt' | 'le' | 'gt' | 'ge',
  values: readonly Value[],
  refuse: Refuse,
): Predicate {
  const only = onlyValue(condition, values, refuse)
  if (only === undefined) return { kind: 'const', value: false }
  const value = plainNumber(only.value)
  if (value !== undefined) return { kind: 'tag-number', field, op, value }
  refuse(only.at, 'expected a number')
  return { kind: 'const', value: false }
}

function numberOf(field: NumberField, { value, at }: Value, refuse: Refuse): number | undefined {
  const number = plainNumber(value)
  if (number !== undefined) {
    const isTime = field === 'first_occurrence' || field === 'last_occurrence'
    return isTime ? microseconds(number) : number
  }
  const coded = isCoded(field) ? field : undefined
  const code = coded && parseCodeName(coded, String(value).trim())
  if (code !== undefined) return code
  refuse(at, coded ? `expected a number or one of ${codeNames[coded].join(', ')}` : 'expected a number')
  return undefined
}

function plainNumber(value: string | number): number | undefined {
  const number = typeof value === 'number' ? value : decimalNumber(value.trim())
  return number !== undefined && Number.isFinite(number) ? number : undefined
}

function isCoded(field: NumberField): field is CodedField {
  return field in codeNames
}

/** Converts seconds to integer microseconds. Clamps to safe integers, which are beyond any event's time. */
function microseconds(seconds: number): number {
  const micros = Math.round(seconds * 1e6)
  return Math.min(Math.max(micros, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
