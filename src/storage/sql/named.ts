import type { Predicate } from '../../filter/predicate/predicate.ts'
import { stepsFor, workOf } from '../../filter/predicate/work.ts'
import type { KnownNames, NamedField } from './known-names.ts'
import { list, text } from './literal.ts'
import { predicateVerdicts } from './predicate-verdicts.ts'
import type { ValueIds } from './value-ids.ts'

/**
 * Maximum length of a list in a statement: parsing takes some milliseconds, where the messages of millions of
 * rows take seconds.
 */
const maxListed = 3_000
const maxListedCharacters = 300_000
/**
 * Maximum work of judging all texts (filter/predicate/work.ts): some tenths of a second. Beyond it, messages
 * are read instead.
 */
const maxSteps = 60_000_000
/** Approximate characters of a text. */
const typicalCharacters = 200

/**
 * The verdicts of a predicate that only reads this field, by the ids of its texts; undefined while they are
 * unknown, or too expensive.
 */
export function verdictsOn(
  names: KnownNames,
  field: NamedField,
  predicate: Predicate,
): { ids: ValueIds; verdicts: Uint8Array } | undefined {
  const ids = names.of(field)
  if (ids === undefined) return undefined
  const judged = predicateVerdicts(ids, [field], predicate)
  judged.judgeIfCheap()
  const { verdicts } = judged
  return verdicts && { ids, verdicts }
}

/** Judges a predicate on all texts of a field, if they are known, yielding to other work. */
export async function judgeAll(
  names: KnownNames,
  field: NamedField,
  predicate: Predicate,
  signal: AbortSignal,
): Promise<void> {
  const ids = names.of(field)
  if (ids === undefined || ids.size * stepsFor(workOf(predicate), typicalCharacters) > maxSteps) return
  await predicateVerdicts(ids, [field], predicate).judgeAll(signal)
}

/**
 * The condition that a field has one of the table's texts that meet `fits`; undefined when it would be too
 * long. The engine looks a list of texts up in the dictionary of the column, and in its filters.
 */
export function isOneOf(field: NamedField, ids: ValueIds, fits: (id: number) => boolean): string | undefined {
  const fitting: number[] = []
  const others: number[] = []
  for (let id = 0; id < ids.size; id++) (fits(id) ? fitting : others).push(id)
  if (fitting.length === 0) return '0'
  if (others.length === 0) return '1'
  const isShort = fitting.length <= others.length
  const listed = isShort ? fitting : others
  if (listed.length > maxListed) return undefined
  const literals = listed.map(id => text(String(ids.firstValue(id))))
  if (literals.reduce((sum, { length }) => sum + length, 0) > maxListedCharacters) return undefined
  const [only] = literals
  if (literals.length === 1) return `${field} ${isShort ? '=' : '!='} ${only}`
  return `${field} ${isShort ? 'IN' : 'NOT IN'} (${list(literals)})`
}

/** The texts that meet `fits`. */
export function textsOf(ids: ValueIds, fits: (id: number) => boolean): string[] {
  const texts: string[] = []
  for (let id = 0; id < ids.size; id++) if (fits(id)) texts.push(String(ids.firstValue(id)))
  return texts
}
