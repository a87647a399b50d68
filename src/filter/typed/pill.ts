import type { Condition, ConditionGroup, FilterPart } from '../../schema/filter/condition.ts'
import { conditionText, isOperator, type Operator, operators } from '../../schema/filter/operator.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { isNumeric } from './event-fields.ts'

/** A filter as the page shows it beside the search box. It can be disabled. */
export type Pill = ConditionPill | GroupPill

/** A condition on one field. */
export interface ConditionPill {
  field: string
  op: Operator
  /** At least one. An event matches any of them (`ne`, `!~`, `!>`: none of them). */
  values: readonly string[]
  off: boolean
}

/** Conditions on several fields that are combined by OR, AND and NOT. */
export interface GroupPill {
  group: ConditionGroup
  off: boolean
}

export function isGroupPill(pill: Pill): pill is GroupPill {
  return 'group' in pill
}

/**
 * Whether a pill is a condition on this field with one of these operators; without any: with any operator.
 */
export function isConditionOn(pill: Pill, field: string, ...ops: readonly Operator[]): pill is ConditionPill {
  return !isGroupPill(pill) && pill.field === field && (ops.length === 0 || ops.includes(pill.op))
}

/**
 * The part of a filter for the API. An invalid number is sent as text, which the service refuses with a
 * message.
 */
export function partOf(pill: Pill): FilterPart {
  return isGroupPill(pill) ? pill.group : conditionOf(pill)
}

/** The condition for the API: see `partOf`. */
export function conditionOf(pill: ConditionPill): Condition {
  const value = pill.values.map(text => {
    const number = Number(text)
    return isNumeric(pill.field) && text.trim() !== '' && Number.isFinite(number) ? number : text
  })
  const [first = ''] = value
  return { field: pill.field, op: pill.op, value: value.length === 1 ? first : value }
}

/** The pill of a part of a filter; undefined for values that have not the shape of one. */
export function pillOf(part: unknown): Pill | undefined {
  if (!isObject(part)) return undefined
  if (typeof part.field === 'string') {
    const values = [part.value ?? ''].flat().map(String)
    const op = isOperator(part.op) ? part.op : 'eq'
    return { field: part.field, op, values: values.length === 0 ? [''] : values, off: false }
  }
  return isGroupShape(part, 0) ? { group: part, off: false } : undefined
}

/** Maximum levels of a group that is shown. The service accepts fewer (`maxGroupDepth`). */
const maxDepth = 20

function isGroupShape(value: object, depth: number): value is ConditionGroup {
  if (depth > maxDepth || Object.keys(value).length !== 1) return false
  const { any, all, not }: { any?: unknown; all?: unknown; not?: unknown } = value
  const parts = not === undefined ? (any ?? all) : [not]
  return Array.isArray(parts) && parts.length > 0 && parts.every(part => isPartShape(part, depth + 1))
}

function isPartShape(value: unknown, depth: number): boolean {
  if (!isObject(value)) return false
  return typeof value.field === 'string' ? value.value !== undefined : isGroupShape(value, depth)
}

/**
 * Text of a filter in the page's address: the condition or the JSON of a group, with a leading ~ if
 * disabled.
 */
export function pillText(pill: Pill): string {
  const text = isGroupPill(pill)
    ? JSON.stringify(pill.group)
    : conditionText(pill.field, pill.op, pill.values)
  return `${pill.off ? '~' : ''}${text}`
}

/** Parses a text of `pillText`; undefined for an invalid one. */
export function readPill(text: string): Pill | undefined {
  const off = text.startsWith('~')
  const written = text.slice(off ? 1 : 0)
  if (written.startsWith('{')) return readGroup(written, off)
  const parts = written.split(':')
  const [field, op, values] = parts
  const operator = operators.find(each => each === op)
  if (!field || !operator || values === undefined || parts.length !== 3) return undefined
  return { field: unescapePart(field), op: operator, values: values.split(',').map(unescapePart), off }
}

function readGroup(text: string, off: boolean): Pill | undefined {
  try {
    const group: unknown = JSON.parse(text)
    return isObject(group) && isGroupShape(group, 0) ? { group, off } : undefined
  } catch {
    return undefined
  }
}

/**
 * Adds a filter. Values of `eq` or `ne` join the filter of the same field and operator, which becomes
 * enabled, and replace the opposite filter of the same values. A group replaces an equal group.
 */
export function withPill(pills: readonly Pill[], added: Pill): Pill[] {
  if (isGroupPill(added)) {
    const isSame = (pill: Pill) =>
      isGroupPill(pill) && pillText({ ...pill, off: added.off }) === pillText(added)
    return [...pills.filter(pill => !isSame(pill)), added]
  }
  if (added.op !== 'eq' && added.op !== 'ne') return [...pills, added]
  const opposite = added.op === 'eq' ? 'ne' : 'eq'
  const kept = pills.filter(pill => !isConditionOn(pill, added.field, opposite) || !sameValues(pill, added))
  const index = kept.findIndex(pill => isConditionOn(pill, added.field, added.op))
  const existing = kept[index]
  if (existing === undefined || isGroupPill(existing)) return [...kept, added]
  const values = [...new Set([...existing.values, ...added.values])]
  return kept.with(index, { ...existing, values, off: false })
}

/** The conditions of a pill, also within a group. */
export function conditionPillsIn(pill: Pill): ConditionPill[] {
  if (!isGroupPill(pill)) return [pill]
  const { any = [], all = [], not } = pill.group
  return [...any, ...all, ...(not === undefined ? [] : [not])].flatMap(part => {
    const inner = pillOf(part)
    return inner === undefined ? [] : conditionPillsIn(inner)
  })
}

function sameValues(one: ConditionPill, other: ConditionPill): boolean {
  return one.values.length === other.values.length && one.values.every(value => other.values.includes(value))
}

function unescapePart(text: string): string {
  return text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
