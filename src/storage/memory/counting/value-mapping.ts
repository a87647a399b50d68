import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { maybe, yes } from '../../../filter/templates/template-matcher.ts'
import { templateCertainty } from '../../../filter/templates/template-text.ts'
import type { Value } from '../../contract/field.ts'
import { type PredicateVerdicts, predicateVerdicts } from '../../sql/predicate-verdicts.ts'
import type { RollupField } from '../../sql/rollup-fields.ts'
import type { ValueIds } from '../../sql/value-ids.ts'
import type { Undecided } from '../rollups/row-condition.ts'
import type { ValueMapping } from './sums.ts'

/** A mapping with the values of each sum. */
export interface NamedMapping extends ValueMapping {
  valuesOf(id: number): readonly Value[]
}

/** Maximum templates whose messages must be read. With more, reading all rows is as cheap. */
const maxUndecidedTemplates = 64

/** How to add up the combinations of a rollup that match a predicate. */
export interface MappedValues {
  mapping: NamedMapping
  /** The rows that the mapping leaves out although they may match. */
  undecided: Undecided | undefined
  /** Whether some rows of the combination with this id are undecided. */
  isUndecided: (id: number) => boolean
}

/**
 * Maps the combinations of a rollup by `fields` that match a predicate to sums by its first `wantedCount`
 * fields. Leaves out rows whose template does not decide whether they match. Undefined if these rows are too
 * many or if judging is too expensive; 'unjudged' while some combinations are not judged
 * (predicate-verdicts.ts).
 */
export function mapValues(
  ids: ValueIds,
  fields: readonly RollupField[],
  wantedCount: number,
  predicate: Predicate,
): MappedValues | 'unjudged' | undefined {
  const matchesAll = predicate.kind === 'const' && predicate.value
  const { count, sumOf, valuesOf } = sumsBy(ids, fields, wantedCount)
  if (matchesAll && wantedCount === fields.length) {
    const mapping = { ids: count, to: undefined, valuesOf }
    return { mapping, undecided: undefined, isUndecided: () => false }
  }
  const judging = predicateVerdicts(ids, fields, predicate)
  judging.judgeIfCheap()
  if (judging.isTooExpensive) return undefined
  const judged = judging.verdicts
  if (judged === undefined) return 'unjudged'
  const { verdicts, undecided } = certainVerdicts(judging, ids, fields.indexOf('template'), judged)
  if (undecided === 'not worthwhile') return undefined
  const to = new Int32Array(ids.size)
  for (let id = 0; id < to.length; id++) to[id] = verdicts[id] === yes ? sumOf(id) : -1
  return {
    mapping: { ids: count, to, valuesOf },
    undecided,
    isUndecided: id => (verdicts[id] ?? maybe) === maybe,
  }
}

/** Sums by the first `wantedCount` fields: their number, the sum of a combination, and a sum's values. */
function sumsBy(ids: ValueIds, fields: readonly RollupField[], wantedCount: number) {
  if (wantedCount === fields.length)
    return { count: ids.size, sumOf: (id: number) => id, valuesOf: (id: number) => ids.valuesOf(id) }
  if (wantedCount === 0) return { count: 1, sumOf: () => 0, valuesOf: () => [] }
  return {
    count: ids.firsts,
    sumOf: (id: number) => ids.firstOf(id),
    valuesOf: (id: number) => [ids.firstValue(id)],
  }
}

/** Verdicts on all combinations so far; `maybe` for each combination with undecided rows. */
interface CertainVerdicts {
  /** Number of combinations. */
  size: number
  verdicts: Uint8Array
  /** 'not worthwhile': reading the undecided rows is not worthwhile. */
  undecided: Undecided | undefined | 'not worthwhile'
}

const cachedVerdicts = new WeakMap<PredicateVerdicts, CertainVerdicts>()

/**
 * The verdicts of `judging` (`judged`), with `maybe` for combinations with undecided rows. `templateIndex`:
 * index of the field `template`, -1 if the rollup does not count by it.
 */
function certainVerdicts(
  judging: PredicateVerdicts,
  ids: ValueIds,
  templateIndex: number,
  judged: Uint8Array,
): CertainVerdicts {
  const cached = cachedVerdicts.get(judging)
  const size = judged.length
  if (cached?.size === size) return cached
  const certain: CertainVerdicts =
    templateIndex === -1
      ? { size, verdicts: judged, undecided: undefined }
      : { size, ...excludeUndecided(ids, templateIndex, judged) }
  cachedVerdicts.set(judging, certain)
  return certain
}

/**
 * Makes the verdicts of undecided rows `maybe`. The engine counts exactly the rows of `undecidedSql`
 * (rollups/row-condition.ts): here the same rows are left out, decided or not, so that none is counted twice.
 * These are all rows whose template has a certainty below `below` (templateCertainty): usually 1; or 2,
 * instead of a long list, if a template of certainty 1 has the verdict `maybe`. `templates` lists the other
 * templates with this verdict.
 */
function excludeUndecided(
  ids: ValueIds,
  templateIndex: number,
  judged: Uint8Array,
): Pick<CertainVerdicts, 'verdicts' | 'undecided'> {
  const templates = Array.from(judged, (_, id) => String(ids.valuesOf(id)[templateIndex] ?? ''))
  const certainty = new Map<string, number>()
  for (const template of templates)
    if (!certainty.has(template)) certainty.set(template, templateCertainty(template))
  const undecided = new Set(templates.filter((_, id) => judged[id] === maybe))
  // Templates with a certainty below `below` are undecided without being listed.
  const below = [...undecided].some(template => certainty.get(template) === 1) ? 2 : 1
  for (const template of undecided) if ((certainty.get(template) ?? 0) < below) undecided.delete(template)
  if (undecided.size > maxUndecidedTemplates) return { verdicts: judged, undecided: 'not worthwhile' }
  // When no template matches with certainty, matches are rare, and the index of words finds them.
  if (undecided.size > 0 && !judged.includes(yes)) return { verdicts: judged, undecided: 'not worthwhile' }
  const isCertain = (template: string) => (certainty.get(template) ?? 0) >= below && !undecided.has(template)
  const verdicts = judged.map((verdict, id) => (isCertain(templates[id] ?? '') ? verdict : maybe))
  return { verdicts, undecided: { below, templates: [...undecided].sort() } }
}
