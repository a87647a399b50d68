import { isEventField } from '../../../filter/typed/condition-pill.ts'
import { codeNames } from '../../../filter/typed/event-fields.ts'
import { type ConditionPill, isGroupPill, type Pill, partOf, pillOf } from '../../../filter/typed/pill.ts'
import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import type { ConditionGroup, FilterPart } from '../../../schema/filter/condition.ts'
import { isGroup } from '../../../schema/filter/groups.ts'
import type { Operator } from '../../../schema/filter/operator.ts'
import { writeValue } from '../completion/completion.ts'

/** Operators in the syntax of the box; undefined for operators that it does not have. */
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
  if (!isGroupPill(pill)) return writeCondition(pill)
  const name = nameOf(pill.group)
  if (name !== undefined) return name
  const text = writeGroup(pill.group)
  return text !== undefined && isReadAs(text, pill.group) ? text : undefined
}

/**
 * The typed word for a group. A word that is a host, program or value of a tag becomes the group `any` of
 * the word and conditions for these fields (filter/typed/name-words.ts). Undefined for other groups.
 */
function nameOf({ any = [] }: ConditionGroup): string | undefined {
  const [first, ...names] = any
  if (first === undefined || isGroup(first) || first.op !== 'qp' || names.length === 0) return undefined
  const isName = names.every(
    part => !isGroup(part) && part.field !== 'message' && part.op === 'eq' && part.value === first.value,
  )
  return isName ? String(first.value) : undefined
}

/** Whether a text is read as this group: another filter may be written as the same text. */
function isReadAs(text: string, group: ConditionGroup): boolean {
  const { pills, text: words } = parseTypedQuery(text, name => name)
  const [read, ...others] = pills
  return words === '' && read !== undefined && others.length === 0 && keyOf(partOf(read)) === keyOf(group)
}

/** Equal for parts with the same meaning: the order of conditions and the defaults do not count. */
function keyOf(part: FilterPart): string {
  if (!isGroup(part)) {
    const { field, op = 'eq', value, ignore_case = true } = part
    return JSON.stringify([field, op, [value].flat().map(String), ignore_case])
  }
  const { any, all = [], not } = part
  if (not !== undefined) return `not ${keyOf(not)}`
  return `${any === undefined ? 'all' : 'any'} ${(any ?? all).map(keyOf).sort().join()}`
}

/** A group in the syntax of the box: `(a OR b)`, `(a b)`, `NOT a`. */
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

/** A condition or group within a group. */
function writePart(part: FilterPart): string | undefined {
  const pill = pillOf(part)
  if (pill === undefined) return undefined
  if (isGroupPill(pill)) return writeGroup(pill.group)
  if (pill.field !== 'message' || pill.op !== 'qp') return writeCondition(pill)
  // A search expression in messages: several of them in one condition cannot be written.
  const [words = '', ...others] = pill.values
  if (others.length > 0) return undefined
  return /[\s|()]/.test(words) && !/^"[^"]*"$/.test(words) ? `(${words})` : words
}

/** A condition in the syntax of the box: `host:web-1,web-2`, `severity<=error`. */
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

/** A value in the syntax of the box; undefined if the syntax cannot express it. */
function writtenValue(field: string, value: string): string | undefined {
  const written = writeValue(nameOfCode(field, value))
  // `message:"a b"` is a phrase, which finds its words in this order; `message:'a b'` is a value.
  if (field !== 'message' || !written?.startsWith('"')) return written
  return value.includes("'") ? undefined : `'${value}'`
}

/** Whether conditions typed into the search box can have this name. */
function isTypedName(field: string): boolean {
  return isEventField(field) || /^[\p{L}_@](?:[\p{L}\p{N}_.@/-]*[\p{L}\p{N}_])?$/u.test(field)
}

/** The name of a code as users type it, such as `error` for severity 3; otherwise the value. */
function nameOfCode(field: string, value: string): string {
  return codeNames.get(field)?.[Number(value)]?.toLowerCase().replaceAll('_', '-') ?? value
}
