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
 * `no-value`: no value of the filter occurs. `no-numbers`: the operator, such as `>`, needs numbers, and the
 * tag has no numbers. `network`: conditions do not match networks.
 */
export interface Doubt {
  kind: 'no-tag' | 'no-value' | 'no-numbers' | 'network'
  /** undefined: no guess. */
  meant: ConditionPill | undefined
}

/** 198.51.100.0/24 */
const network4 = /^((?:\d{1,3}\.){3}\d{1,3})\/(\d\d?)$/
/** 2001:db8::/32 */
const network6 = /^[0-9a-f:]*:[0-9a-f:]*\/\d{1,3}$/i
const decimal = /^-?\d+(\.\d+)?$/

/** Whether a value is a network of IPv4 or IPv6, which conditions cannot match. */
export function isNetwork(value: string): boolean {
  return network4.test(value) || network6.test(value)
}

/**
 * Why a filter finds nothing, judged by all tags of the range and by the values of the filter's field; both
 * are undefined while they are not known. Undefined if they do not say why.
 */
export function doubtOf(
  pill: ConditionPill,
  tags: readonly string[] | undefined,
  values: FieldValues | undefined,
): Doubt | undefined {
  // The filter `ut_user` is for the tag `user`, unless there is a tag `ut_user`.
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
  // `host:eq:/web-[0-9]+/` was probably meant as an expression.
  const [first = ''] = pill.values
  const expression = /^\/(.+)\/$/.exec(first)?.[1]
  if (pill.op === 'eq' && expression !== undefined && !values.names.includes(first))
    return { kind: 'no-value', meant: { ...pill, op: '=~', values: [expression] } }
  if (pill.op !== 'eq' || pill.values.some(value => isKnown(value, values.names))) return undefined
  const meant = pill.values
    .map(value => likelyMeant(value, values.names))
    .filter(value => value !== undefined)
  return {
    kind: 'no-value',
    meant: meant.length === 0 ? undefined : { ...pill, values: [...new Set(meant)] },
  }
}

/**
 * A filter with wildcards for its networks: `10.*` for 10.0.0.0/8. Undefined if it has a network other than
 * /8, /16 and /24 of IPv4, or another operator than `eq` and `ne`.
 */
function withWildcards(pill: ConditionPill): ConditionPill | undefined {
  const values = pill.values.map(value => {
    const [, address = '', length] = network4.exec(value) ?? []
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

/** The known name that differs in few letters from a name in lower case. */
function closest(lower: string, known: readonly string[]): string | undefined {
  const byLower = new Map(known.map(each => [each.toLowerCase(), each]))
  const found = findClosestName(lower, [...byLower.keys()])
  return found === undefined ? undefined : byLower.get(found)
}

/**
 * Whether a value is one of the names, ignoring case. True for a value with wildcards, which may match one.
 */
function isKnown(value: string, names: readonly string[]): boolean {
  const lower = value.toLowerCase()
  return /[*?]/.test(value) || names.some(name => name.toLowerCase() === lower)
}
