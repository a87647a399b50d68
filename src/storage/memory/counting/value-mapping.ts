import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { maybe, yes } from '../../../filter/templates/template-matcher.ts'
import { templateCertainty } from '../../../filter/templates/template-text.ts'
import type { Value } from '../../contract/field.ts'
import { type PredicateVerdicts, predicateVerdicts } from '../../sql/predicate-verdicts.ts'
import type { RollupField } from '../../sql/rollup-fields.ts'
import type { ValueIds } from '../../sql/value-ids.ts'
import type { Undecided } from '../rollups/row-condition.ts'
import type { ValueMapping } from './sums.ts'

export interface NamedMapping extends ValueMapping {
  valuesOf(id: number): readonly Value[]
}

/** With more doubtful templates, reading all rows is as cheap. */
const maxDoubtful = 64

export interface MappedValues {
  mapping: NamedMapping
  undecided: Undecided | undefined
  /** Whether some rows of a combination (its id) are undecided. */
  isUndecided: (id: number) => boolean
}

/**
 * How to add up a rollup (of `fields`): by its first `wanted` fields, for combinations that match the
 * predicate. Leaves out rows that their template cannot decide; undefined when there are too many, 'unjudged'
 * while combinations are not judged (predicate-verdicts.ts).
 */
export function mapValues(
  ids: ValueIds,
  fields: readonly RollupField[],
  wanted: number,
  predicate: Predicate,
): MappedValues | 'unjudged' | undefined {
  const everything = predicate.kind === 'const' && predicate.value
  const whole = wanted === fields.length
  const valuesOf = whole
    ? (id: number) => ids.valuesOf(id)
    : (id: number) => (wanted === 0 ? [] : [ids.firstValue(id)])
  const count = whole ? ids.size : wanted === 0 ? 1 : ids.firsts
  if (everything && whole) {
    const mapping = { ids: count, to: undefined, valuesOf }
    return { mapping, undecided: undefined, isUndecided: () => false }
  }
  const findings = predicateVerdicts(ids, fields, predicate)
  findings.judgeIfCheap()
  if (findings.isTooExpensive) return undefined
  const judged = findings.verdicts
  if (judged === undefined) return 'unjudged'
  const { verdicts, undecided } = certaintyOf(findings, ids, fields.indexOf('template'), judged)
  if (undecided === 'too many') return undefined
  const to = new Int32Array(ids.size)
  for (let id = 0; id < to.length; id++) {
    const counts = verdicts[id] === yes
    to[id] = counts ? (whole ? id : wanted === 0 ? 0 : ids.firstOf(id)) : -1
  }
  return {
    mapping: { ids: count, to, valuesOf },
    undecided,
    isUndecided: id => (verdicts[id] ?? maybe) === maybe,
  }
}

/** Verdicts on all combinations so far; `yes` only when no row must be read. */
interface Certainty {
  size: number
  verdicts: Uint8Array
  undecided: Undecided | undefined | 'too many'
}

const certainties = new WeakMap<PredicateVerdicts, Certainty>()

function certaintyOf(
  findings: PredicateVerdicts,
  ids: ValueIds,
  template: number,
  judged: Uint8Array,
): Certainty {
  const before = certainties.get(findings)
  const size = judged.length
  if (before?.size === size) return before
  const certainty: Certainty =
    template === -1
      ? { size, verdicts: judged, undecided: undefined }
      : { size, ...excludeDoubtful(ids, template, judged) }
  certainties.set(findings, certainty)
  return certainty
}

function excludeDoubtful(
  ids: ValueIds,
  place: number,
  judged: Uint8Array,
): Pick<Certainty, 'verdicts' | 'undecided'> {
  const templates = Array.from(judged, (_, id) => String(ids.valuesOf(id)[place] ?? ''))
  const certainty = new Map<string, number>()
  for (const template of templates)
    if (!certainty.has(template)) certainty.set(template, templateCertainty(template))
  const doubtful = new Set(templates.filter((_, id) => judged[id] === maybe))
  const below = [...doubtful].some(template => certainty.get(template) === 1) ? 2 : 1
  for (const template of doubtful) if ((certainty.get(template) ?? 0) < below) doubtful.delete(template)
  if (doubtful.size > maxDoubtful) return { verdicts: judged, undecided: 'too many' }
  // When no template matches with certainty, matches are rare, and the index of words finds them.
  if (doubtful.size > 0 && !judged.includes(yes)) return { verdicts: judged, undecided: 'too many' }
  const isCertain = (template: string) => (certainty.get(template) ?? 0) >= below && !doubtful.has(template)
  const verdicts = judged.map((verdict, id) => (isCertain(templates[id] ?? '') ? verdict : maybe))
  return { verdicts, undecided: { below, templates: [...doubtful].sort() } }
}
