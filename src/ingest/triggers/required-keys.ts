import { comparisons } from '../../filter/predicate/comparisons.ts'
import type { NumberField, Predicate, TextField, TextTest } from '../../filter/predicate/predicate.ts'
import { translate } from '../../filter/regex/translation/translate.ts'
import type { IndexKey, Slot } from '../event-index/index-key.ts'
import { isIndexable, longest, longestPart } from '../event-index/literal-index.ts'

/** Alternatives: a matching event has one of these keys. */
type Keys = readonly IndexKey[]

/** Number of values of each field with few values. */
const valueCounts: Partial<Record<NumberField, number>> = { severity: 8, facility: 24, status: 3 }
/** Longer lists of keys count as unknown. */
const maxKeys = 20_000

/** Keys that a matching event must have: one of each list. Without lists, any event may match. */
export function requiredKeys(predicate: Predicate): Keys[] {
  switch (predicate.kind) {
    case 'all':
      return predicate.of.flatMap(requiredKeys)
    case 'some':
      return onlyIfKnown(keysOfAny(predicate.of))
    case 'const':
      // An empty list: no event has one of its keys.
      return predicate.value ? [] : [[]]
    case 'not':
      return []
    case 'text':
      return onlyIfKnown(textKeys(predicate.field, predicate.test))
    case 'in':
      return onlyIfKnown(equalKeys(predicate.field, predicate.values, predicate.fold))
    case 'number': {
      const { field, op, value } = predicate
      return onlyIfKnown(numberKeys(field, number => comparisons[op](number, value)))
    }
    case 'number-in': {
      const { field, values } = predicate
      return onlyIfKnown(numberKeys(field, number => values.includes(number)))
    }
    case 'tag-number':
      return onlyIfKnown(presentKeys(predicate.field))
    case 'phrase':
      return predicate.tokens.flatMap(({ text, wild }) =>
        onlyIfKnown(literalKeys('message', [wild ? longestPart(text) : text], true)),
      )
  }
}

/** One list of keys; no list if they are unknown. */
function onlyIfKnown(keys: Keys | undefined): Keys[] {
  return keys === undefined ? [] : [keys]
}

/** The most selective list of each part, joined; undefined if a part has none, or for too many keys. */
function keysOfAny(parts: readonly Predicate[]): Keys | undefined {
  const joined: IndexKey[] = []
  for (const part of parts) {
    const best = mostSelective(requiredKeys(part))
    if (best === undefined || joined.length + best.length > maxKeys) return undefined
    for (const key of best) joined.push(key)
  }
  return joined
}

/** The list that excludes most events: few long keys are rarer than many short ones. */
function mostSelective(lists: readonly Keys[]): Keys | undefined {
  let best: Keys | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const keys of lists) {
    let cost = 0
    for (const key of keys) cost += costOf(key)
    if (cost < lowest) {
      lowest = cost
      best = keys
    }
  }
  return best
}

/** A rough measure of how many events have the key. */
function costOf({ slot, kind, text }: IndexKey): number {
  if (slot === 'severity' || slot === 'facility' || slot === 'status') return 100
  if (kind === 'equal') return 1
  return kind === 'present' ? 50 : 1 + 50 / text.length
}

function textKeys(field: TextField, test: TextTest): Keys | undefined {
  switch (test.kind) {
    case 'is':
      return equalKeys(field, [test.value], test.fold)
    case 'like':
      return literalKeys(field, [longestPart(test.pattern)], test.fold)
    case 'present':
      return presentKeys(field)
    case 'regex': {
      const translation = translate(test.pattern, test.fold)
      const literals = translation?.requiredLiterals
      return literals && translation && literalKeys(field, literals, translation.fold)
    }
  }
}

function equalKeys(field: TextField, values: readonly string[], fold: boolean): Keys | undefined {
  // Messages are long, and an index would fold each. An absent tag or mnemonic has no key.
  if (field === 'message' || values.length > maxKeys || values.includes('')) return undefined
  return slotsOf(field)?.flatMap(slot => values.map(text => ({ slot, kind: 'equal' as const, text, fold })))
}

function literalKeys(field: TextField, literals: readonly string[], fold: boolean): Keys | undefined {
  const needed = fold ? literals.map(longestAscii) : literals
  if (!needed.every(isIndexable)) return undefined
  return slotsOf(field)?.flatMap(slot => needed.map(text => ({ slot, kind: 'literal' as const, text, fold })))
}

/** Keys for the presence of a tag or mnemonic, which most events lack; undefined for other fields. */
function presentKeys(field: TextField): Keys | undefined {
  if (typeof field === 'string' && field !== 'cisco_mnemonic') return undefined
  return slotsOf(field)?.map(slot => ({ slot, kind: 'present' as const, text: '', fold: false }))
}

function numberKeys(field: NumberField, holds: (number: number) => boolean): Keys | undefined {
  const numbers = valueCounts[field]
  if (numbers === undefined) return undefined
  const matchingNumbers = Array.from({ length: numbers }, (_, number) => number).filter(holds)
  return matchingNumbers.map(number => ({ slot: field, kind: 'equal', text: String(number), fold: false }))
}

function slotsOf(field: TextField): Slot[] | undefined {
  if (typeof field === 'object') return field.tag.map(name => `tag ${name}`)
  if (field === 'cisco_mnemonic') return ['mnemonic']
  return field === 'type' ? undefined : [field]
}

/** The longest ASCII part. Outside of ASCII, texts that fold alike may differ in more than case. */
function longestAscii(text: string): string {
  return longest(text.split(/[^\u0000-\u007f]+/))
}
