import type { Condition } from '../../schema/filter/condition.ts'
import { conditionText, type Operator, operators } from '../../schema/filter/operator.ts'
import { isNumeric } from './event-fields.ts'

/** A filter as the page shows it. It can be disabled. */
export interface Pill {
  field: string
  op: Operator
  /** At least one. An event matches any of them (`ne`: none of them). */
  values: readonly string[]
  off: boolean
}

/** The condition for the API. An invalid number is sent as text, which the service refuses with a message. */
export function conditionOf(pill: Pill): Condition {
  const value = pill.values.map(text => {
    const number = Number(text)
    return isNumeric(pill.field) && text.trim() !== '' && Number.isFinite(number) ? number : text
  })
  const [first = ''] = value
  // The schema is a union by operator; Operator lists the same operators.
  const condition = { field: pill.field, op: pill.op, value: value.length === 1 ? first : value }
  return condition as Condition
}

/** Text of a filter in the page's address: the condition, with a leading ~ if disabled. */
export function pillText({ field, op, values, off }: Pill): string {
  return `${off ? '~' : ''}${conditionText(field, op, values)}`
}

/** Parses a text of `pillText`; undefined for an invalid one. */
export function readPill(text: string): Pill | undefined {
  const off = text.startsWith('~')
  const parts = text.slice(off ? 1 : 0).split(':')
  const [field, op, values] = parts
  const operator = operators.find(each => each === op)
  if (!field || !operator || values === undefined || parts.length !== 3) return undefined
  return { field: unescapePart(field), op: operator, values: values.split(',').map(unescapePart), off }
}

/** Adds a filter: merges values of the same field and operator, and removes an opposite filter. */
export function withPill(pills: readonly Pill[], added: Pill): Pill[] {
  const opposite = added.op === 'eq' ? 'ne' : added.op === 'ne' ? 'eq' : undefined
  const kept = pills.filter(
    pill => !(pill.field === added.field && pill.op === opposite && sameValues(pill, added)),
  )
  const mergeable = added.op === 'eq' || added.op === 'ne'
  const index = kept.findIndex(pill => mergeable && pill.field === added.field && pill.op === added.op)
  const existing = kept[index]
  if (!existing) return [...kept, added]
  const values = [...new Set([...existing.values, ...added.values])]
  return kept.with(index, { ...existing, values, off: false })
}

function sameValues(one: Pill, other: Pill): boolean {
  return one.values.length === other.values.length && one.values.every(value => other.values.includes(value))
}

function unescapePart(text: string): string {
  return text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
