// What the editor of one filter offers and saves.
import { nameText } from '../../../charts/name-text.ts'
import { fieldPill } from '../../../filter/typed/condition-pill.ts'
import { codeNames, eventFields } from '../../../filter/typed/event-fields.ts'
import type { ConditionPill } from '../../../filter/typed/pill.ts'
import type { Operator } from '../../../schema/filter/operator.ts'

/** The operators that are offered for a kind of field, most used first. */
const operators = {
  message: ['eq', 'ne', '|>', '!>', '=~', '!~'],
  text: ['eq', 'ne', '=~', '!~'],
  code: ['eq', 'ne', 'le', 'ge', 'lt', 'gt'],
  number: ['eq', 'ne', 'ge', 'le', 'gt', 'lt'],
  tag: ['eq', 'ne', '=~', '!~', 'gt', 'ge', 'lt', 'le'],
} as const satisfies Record<string, readonly Operator[]>

/**
 * The operators for a field, most used first. A filter on the field keeps its own operator, which may be one
 * that is not offered otherwise, such as `qp`.
 */
export function offeredOperators(field: string, edited: ConditionPill | undefined): readonly Operator[] {
  const kind = field === 'message' ? 'message' : (eventFields.get(field) ?? 'tag')
  const offered: readonly Operator[] = operators[kind]
  return edited?.field !== field || offered.includes(edited.op) ? offered : [...offered, edited.op]
}

/**
 * Whether a condition is edited as a list of values, rather than as one value. `edited`: the filter before
 * the changes. If it has several values of another operator than `eq` and `ne`, they stay a list.
 */
export function hasValueList(field: string, op: Operator, edited: ConditionPill | undefined): boolean {
  if (op === 'eq' || op === 'ne') return true
  return edited?.field === field && edited.op === op && edited.values.length > 1
}

/**
 * The value that a typed text stands for; undefined for an empty text, and for a text that stands for no code
 * of the field. A code is typed as a name (`err`, `Error`), the beginning of its name, or its number. Of
 * several codes, prefers one that is not in `values`, the values chosen so far.
 */
export function typedValue(field: string, typed: string, values: readonly string[]): string | undefined {
  const text = typed.trim()
  const codes = codeNames.get(field)
  if (text === '') return undefined
  if (codes === undefined) return text
  const byBeginning = codes
    .map((_, code) => String(code))
    .filter(code => nameText(field, code).toLowerCase().startsWith(text.toLowerCase()))
  const condition = { written: text, start: 0, end: text.length, isSpaced: false, name: field }
  const named = fieldPill({ ...condition, op: 'eq', values: [text] })?.pill?.values[0]
  return byBeginning.find(code => !values.includes(code)) ?? byBeginning[0] ?? named
}

/**
 * The offered values that are listed below the typed text: values that begin with it, except chosen ones. For
 * a text with wildcards, all values are listed, since the service has offered only values that match.
 */
export function listedValues(
  field: string,
  offered: readonly string[],
  chosen: readonly string[],
  typed: string,
): string[] {
  const lower = typed.trim().toLowerCase()
  const isPattern = !codeNames.has(field) && /[*?]/.test(lower)
  const matches = (value: string) => isPattern || nameText(field, value).toLowerCase().startsWith(lower)
  return offered.filter(value => !chosen.includes(value) && matches(value))
}

/**
 * The values to save; undefined if there are no values, or if the typed text is not a value of the field. A
 * typed text is added to a list of values. A condition without a list has only its first value.
 */
export function savedValues(
  field: string,
  isList: boolean,
  values: readonly string[],
  typed: string,
): readonly string[] | undefined {
  const added = typedValue(field, typed, values)
  if (isList && added === undefined && typed.trim() !== '') return undefined
  const listed = isList ? [...values, ...(added === undefined ? [] : [added])] : values.slice(0, 1)
  return listed.length === 0 ? undefined : [...new Set(listed)]
}
