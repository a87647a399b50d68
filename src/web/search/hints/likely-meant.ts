import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
import { eventFields } from '../../../filter/typed/event-fields.ts'
import { fieldElsewhere, withoutAt } from '../../../filter/typed/other-names.ts'
import type { ConditionPill } from '../../../filter/typed/pill.ts'
import { findClosestName } from '../../../schema/text/closest-name.ts'

/** A field's most frequent values in the range, and whether these are all. */
export interface FieldValues {
  names: readonly string[]
  isComplete: boolean
}

/**
 * Why a filter finds nothing, and the filter that was probably meant. `no-tag`: the tag does not occur.
 * `no-value`: the value does not occur. `no-numbers`: an order such as `>` needs numbers. `network`:
 * conditions do not match networks.
 */
export type Doubt =
  | { kind: 'no-tag' | 'no-value' | 'no-numbers' | 'network'; meant: ConditionPill | undefined }
  | undefined

/** 198.51.100.0/24 */
const network = /^((?:\d{1,3}\.){3}\d{1,3})\/(\d\d?)$/
/** 2001:db8::/32 */
const network6 = /^[0-9a-f:]*:[0-9a-f:]*\/\d{1,3}$/i
const decimal = /^-?\d+(\.\d+)?$/

/** Whether a value is a network of IPv4 or IPv6, which conditions cannot match. */
export function isNetwork(value: string): boolean {
  return network.test(value) || network6.test(value)
}

/**
 * Why a filter finds nothing, judged by the tags of the range and the values of its field; undefined if these
 * do not say why.
 */
export function doubtOf(
  pill: ConditionPill,
  tags: readonly string[] | undefined,
  values: FieldValues | undefined,
): Doubt {
  const tag = eventFields.has(pill.field) ? undefined : pill.field.replace(/^ut_(?=.)/, '')
  if (tag !== undefined && tags && !tags.includes(tag) && !tags.includes(pill.field)) {
    const field = meantName(pill.field, tags)
    return { kind: 'no-tag', meant: field === undefined ? undefined : { ...pill, field } }
  }
  if (pill.values.some(isNetwork)) return { kind: 'network', meant: withWildcards(pill) }
  if (!values?.isComplete) return undefined
  const isOrder = ['lt', 'le', 'gt', 'ge'].includes(pill.op)
  if (tag !== undefined && isOrder)
    return values.names.some(name => decimal.test(name))
      ? undefined
      : { kind: 'no-numbers', meant: undefined }
  const [first = ''] = pill.values
  const expression = /^\/(.+)\/$/.exec(first)?.[1]
  if (pill.op === 'eq' && expression !== undefined && !values.names.includes(first))
    return { kind: 'no-value', meant: { ...pill, op: '=~', values: [expression] } }
  if (pill.op !== 'eq' || pill.values.some(value => isKnown(value, values.names))) return undefined
  const meant = pill.values.map(value => likelyMeant(value, values.names))
  const known = meant.filter(value => value !== undefined)
  return {
    kind: 'no-value',
    meant: known.length === 0 ? undefined : { ...pill, values: [...new Set(known)] },
  }
}

/** A filter with wildcards for networks: `10.*` for 10.0.0.0/8. Undefined for other than /8, /16 and /24. */
function withWildcards(pill: ConditionPill): ConditionPill | undefined {
  const values = pill.values.map(value => {
    const [, address = '', length] = network.exec(value) ?? []
    const bytes = Number(length) / 8
    if (length === undefined) return isNetwork(value) ? undefined : value
    return [1, 2, 3].includes(bytes) ? `${address.split('.').slice(0, bytes).join('.')}.*` : undefined
  })
  const known = values.filter(value => value !== undefined)
  return (pill.op === 'eq' || pill.op === 'ne') && known.length === values.length
    ? { ...pill, values: known }
    : undefined
}

/** The field or tag that was probably meant by an unknown name, ignoring case. */
export function meantName(name: string, tags: readonly string[]): string | undefined {
  const field = fieldNamed(name) ?? fieldNamed(withoutAt(name)) ?? fieldElsewhere(name)
  const known = [...eventFields.keys(), 'mnemonic', 'count', ...tags]
  const found = field ?? likelyMeant(name, known)
  return found === undefined ? undefined : (fieldNamed(found) ?? found)
}

/** The known name that differs in case or punctuation, begins with the name, or differs in few letters. */
function likelyMeant(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase()
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const letters = plain(name)
  return (
    known.find(each => each.toLowerCase() === lower) ??
    (letters === '' ? undefined : known.find(each => plain(each) === letters)) ??
    (lower.length < 2 ? undefined : known.find(each => each.toLowerCase().startsWith(lower))) ??
    closest(lower, known)
  )
}

/** The known name that differs in few letters. */
function closest(lower: string, known: readonly string[]): string | undefined {
  const byLower = new Map(known.map(each => [each.toLowerCase(), each]))
  const found = findClosestName(lower, [...byLower.keys()])
  return found === undefined ? undefined : byLower.get(found)
}

/** Whether a condition for a value finds one of the names, ignoring case. A value with wildcards may. */
function isKnown(value: string, names: readonly string[]): boolean {
  const lower = value.toLowerCase()
  return /[*?]/.test(value) || names.some(name => name.toLowerCase() === lower)
}
