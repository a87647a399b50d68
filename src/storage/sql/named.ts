/**
 * Conditions on fields with few different texts (host, program, template). They are decided in this process
 * from the texts that the table has, and the engine gets a list of the texts that match.
 */

import type { Predicate } from '../../filter/predicate/predicate.ts'
import { stepsFor, workOf } from '../../filter/predicate/work.ts'
import type { Span } from '../contract/time-span.ts'
import { list, text } from './literal.ts'
import { predicateVerdicts } from './predicate-verdicts.ts'
import type { ValueIds } from './value-ids.ts'

/** Maximum texts, and characters, of a list. The engine parses such a list in some milliseconds. */
const maxListed = 3_000
const maxListedCharacters = 300_000
/**
 * Maximum steps (filter/predicate/work.ts) for judging all texts of a field: some tenths of a second. If it
 * would take more, the engine reads the messages instead.
 */
const maxSteps = 60_000_000
/** Assumed length of a text, for the estimate of steps. */
const typicalCharacters = 200

/**
 * The verdict of a predicate that reads only this field on each text of the field, by id. Undefined while not
 * all texts are known, or if judging them takes too long.
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

/**
 * Judges all texts of a field in advance, for `verdictsOn`, unless that takes too long. Yields to other work.
 */
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
 * The SQL condition that the text of a field satisfies `fits`: a list of the texts that do (IN), or of the
 * texts that do not (NOT IN) if that list is shorter. Undefined when even the shorter list is too long. For a
 * list the engine can use the dictionary and the skip index of the column.
 */
export function isOneOf(field: NamedField, ids: ValueIds, fits: (id: number) => boolean): string | undefined {
  const fitting: number[] = []
  const others: number[] = []
  for (let id = 0; id < ids.size; id++) (fits(id) ? fitting : others).push(id)
  if (fitting.length === 0) return '0'
  if (others.length === 0) return '1'
  const listsFitting = fitting.length <= others.length
  const listed = listsFitting ? fitting : others
  if (listed.length > maxListed) return undefined
  const literals = listed.map(id => text(String(ids.firstValue(id))))
  if (literals.reduce((sum, { length }) => sum + length, 0) > maxListedCharacters) return undefined
  const [only] = literals
  if (literals.length === 1) return `${field} ${listsFitting ? '=' : '!='} ${only}`
  return `${field} ${listsFitting ? 'IN' : 'NOT IN'} (${list(literals)})`
}

/** The texts that satisfy `fits`. */
export function textsOf(ids: ValueIds, fits: (id: number) => boolean): string[] {
  const texts: string[] = []
  for (let id = 0; id < ids.size; id++) if (fits(id)) texts.push(String(ids.firstValue(id)))
  return texts
}

/** Fields with few texts, whose conditions are judged in this process. */
export type NamedField = 'host' | 'program' | 'template'

/** The texts that some fields have in the table. */
export interface KnownNames {
  /** Rises whenever a field gets new texts, or its texts become known or unknown. */
  readonly version: number
  /** All texts of a field; undefined while some may be missing. */
  of(field: NamedField): ValueIds | undefined
  /** Approximate share of rows whose template is one of these. */
  shareOfTemplates(has: (id: number) => boolean): number
  /** The parts of a span in which rows may have one of these templates; undefined when unknown. */
  spansOfTemplates(templates: ReadonlySet<string>, span: Span): readonly Span[] | undefined
}
