import type { CodedField } from '../../filter/predicate/severity-words.ts'
import type { IndexKey, Slot } from '../event-index/index-key.ts'
import { isIndexable } from '../event-index/literal-index.ts'
import type { RuleField } from './field.ts'

export function equalKeys(field: RuleField, values: readonly string[]): IndexKey[] {
  return slotsOf(field).flatMap(slot =>
    values.map(text => ({ slot, kind: 'equal' as const, text, fold: false })),
  )
}

/** Undefined if a literal is too short for the index. */
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

/**
 * For a condition that no empty field matches: a tag, a member of extra or a mnemonic, which most events do
 * not have.
 */
export function presentKeys(field: RuleField): IndexKey[] | undefined {
  if (field.kind !== 'tag' && field.kind !== 'extra' && field.kind !== 'mnemonic') return undefined
  return slotsOf(field).map(slot => ({ slot, kind: 'present' as const, text: '', fold: false }))
}

/** For a numbered field; `matchesByNumber[n]` is whether the condition holds for the number n. */
export function numberKeys(kind: CodedField, matchesByNumber: readonly boolean[]): IndexKey[] | undefined {
  // Nearly every event has status 0 before the rules.
  if (kind === 'status') return undefined
  return matchesByNumber.flatMap((one, number) =>
    one ? [{ slot: kind, kind: 'equal' as const, text: String(number), fold: false }] : [],
  )
}

function slotsOf(field: RuleField): Slot[] {
  switch (field.kind) {
    case 'tag':
      return field.names.map(name => `tag ${name}`)
    case 'extra':
      return [`extra ${field.path}`]
    default:
      return [field.kind]
  }
}
