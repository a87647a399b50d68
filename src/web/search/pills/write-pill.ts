import { isEventField } from '../../../filter/typed/condition-pill.ts'
import { codeNames } from '../../../filter/typed/event-fields.ts'
import type { Pill } from '../../../filter/typed/pill.ts'
import { writeValue } from '../completion/completion.ts'

const operators: Readonly<Record<Pill['op'], string | undefined>> = {
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
 * The condition of a filter in the syntax of the search box: `host:web-1`. Undefined if the syntax cannot
 * express it.
 */
export function writePill({ field, op, values }: Pill): string | undefined {
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
