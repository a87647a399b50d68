import type { CodedField } from '../../filter/severity-words.ts'
import type { RuleField } from './field.ts'
import { isIndexable } from './literal-index.ts'

/** Where in an event a value is that the index looks up: `message`, `host`, `program`, `mnemonic`, `tag name`, `extra path`, ... */
export type Slot = string

/**
 * A sign that a condition may hold: the slot has this value, this literal stands in it, or it has any value. An event that has none of the signs of a
 * condition does not fulfil it.
 */
export interface IndexKey {
  slot: Slot
  kind: 'equal' | 'literal' | 'present'
  /** The value or literal; '' for `present`: any value but ''. */
  text: string
  /** Small letters a to z of a literal stand for both cases. */
  fold: boolean
}

export function equalKeys(field: RuleField, values: readonly string[]): IndexKey[] {
  return slotsOf(field).flatMap(slot =>
    values.map(text => ({ slot, kind: 'equal' as const, text, fold: false })),
  )
}

/** Undefined when a literal is too short to be looked for. */
export function literalKeys(
  field: RuleField,
  literals: readonly string[],
  fold: boolean,
): IndexKey[] | undefined {
  if (!literals.every(isIndexable)) return undefined
  if (field.kind === 'severity' || field.kind === 'facility' || field.kind === 'status') return undefined
  return slotsOf(field).flatMap(slot =>
    literals.map(text => ({ slot, kind: 'literal' as const, text, fold })),
  )
}

/** For a condition that holds for no field that is '': a tag, a member of extra or a mnemonic that most events have not. */
export function presentKeys(field: RuleField): IndexKey[] | undefined {
  if (field.kind !== 'tag' && field.kind !== 'extra' && field.kind !== 'mnemonic') return undefined
  return slotsOf(field).map(slot => ({ slot, kind: 'present' as const, text: '', fold: false }))
}

/** For a numbered field, by whether the condition holds for each number. */
export function numberKeys(kind: CodedField, matchesByNumber: readonly boolean[]): IndexKey[] | undefined {
  // Nearly every event has status 0 when it comes to the rules.
  if (kind === 'status') return undefined
  return matchesByNumber.flatMap((one, number) =>
    one ? [{ slot: kind, kind: 'equal' as const, text: String(number), fold: false }] : [],
  )
}

function slotsOf(field: RuleField): Slot[] {
  switch (field.kind) {
    case 'tag':
      return field.names.map(tagSlot)
    case 'extra':
      return [extraSlot(field.path)]
    default:
      return [field.kind]
  }
}

function tagSlot(name: string): Slot {
  return `tag ${name}`
}

function extraSlot(path: string): Slot {
  return `extra ${path}`
}
