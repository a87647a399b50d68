import { isEventField } from '../../../filter/typed/condition-pill.ts'
import { codeNames } from '../../../filter/typed/event-fields.ts'
import { type ConditionPill, isGroupPill, type Pill, pillOf } from '../../../filter/typed/pill.ts'
import type { ConditionGroup, FilterPart } from '../../../schema/filter/condition.ts'
import type { Operator } from '../../../schema/filter/operator.ts'
import { writeValue } from '../completion/completion.ts'

const operators: Readonly<Record<Operator, string | undefined>> = {
  eq: ':',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  '=~': '=~',
  '!~': '!~',
  qp: undefined,
  '|>': undefined,
  '!>': undefined,
}

/**
 * A filter in the syntax of the search box: `host:web-1`, `(host:web-1 OR failed)`. Undefined if the syntax
 * cannot express it.
 */
export function writePill(pill: Pill): string | undefined {
  return isGroupPill(pill) ? writeGroup(pill.group) : writeCondition(pill)
}

function writeGroup({ any, all = [], not }: ConditionGroup): string | undefined {
  if (not !== undefined) return withParts([not], ([part]) => `NOT ${part}`)
  return withParts(any ?? all, parts => `(${parts.join(any === undefined ? ' ' : ' OR ')})`)
}

/** The text of these parts; undefined if one of them cannot be written. */
function withParts(
  parts: readonly FilterPart[],
  write: (texts: readonly string[]) => string,
): string | undefined {
  const texts = parts.map(writePart).filter(text => text !== undefined)
  return texts.length === parts.length ? write(texts) : undefined
}

function writePart(part: FilterPart): string | undefined {
  const pill = pillOf(part)
  if (pill === undefined) return undefined
  if (isGroupPill(pill) || pill.field !== 'message' || pill.op !== 'qp') return writePill(pill)
  const [words = '', ...others] = pill.values
  if (others.length > 0) return undefined
  return /[\s|()]/.test(words) && !/^"[^"]*"$/.test(words) ? `(${words})` : words
}

function writeCondition({ field, op, values }: ConditionPill): string | undefined {
  const operator = operators[op]
  if (operator === undefined || !isTypedName(field)) return undefined
  const written = values.map(value => writtenValue(field, value))
  if (written.some(value => value === undefined)) return undefined
  // A list may have only values without quotation marks. Other values need a condition each.
  const isPlainList = written.every(value => !/^["']/.test(value ?? ''))
  if (written.length === 1 || isPlainList) return `${field}${operator}${written.join(',')}`
  if (op === 'eq') return `(${written.map(value => `${field}:${value}`).join(' | ')})`
  return op === 'ne' ? written.map(value => `${field}!=${value}`).join(' ') : undefined
}

function writtenValue(field: string, value: string): string | undefined {
  const written = writeValue(nameOfCode(field, value))
  // In double quotation marks it would be a phrase, whose words must be in this order.
  if (field !== 'message' || !written?.startsWith('"')) return written
  return value.includes("'") ? undefined : `'${value}'`
}

/** Whether conditions typed into the search box can have this name. */
function isTypedName(field: string): boolean {
  return isEventField(field) || /^[\p{L}_@](?:[\p{L}\p{N}_.@/-]*[\p{L}\p{N}_])?$/u.test(field)
}

function nameOfCode(field: string, value: string): string {
  return codeNames.get(field)?.[Number(value)]?.toLowerCase().replaceAll('_', '-') ?? value
}
