import type { Predicate } from '../../filter/predicate.ts'
import { maybe, yes } from '../../filter/templates/verdict.ts'
import type { Value } from '../store.ts'
import { predicateVerdicts } from './predicate-verdicts.ts'
import type { RollupField } from './rollup-fields.ts'
import type { Targets } from './sums.ts'
import type { ValueIds } from './value-ids.ts'

export interface NamedTargets extends Targets {
  valuesOf(id: number): readonly Value[]
}

/**
 * By what a rollup (of `fields`) is added up: by its first `wanted` fields, of the combinations that fit the predicate. Undefined when a
 * template does not tell whether its messages fit, 'unjudged' while combinations are not judged (predicate-verdicts.ts).
 */
export function targetsOf(
  ids: ValueIds,
  fields: readonly RollupField[],
  wanted: number,
  predicate: Predicate,
): NamedTargets | 'unjudged' | undefined {
  const everything = predicate.kind === 'const' && predicate.value
  const whole = wanted === fields.length
  const valuesOf = whole
    ? (id: number) => ids.valuesOf(id)
    : (id: number) => (wanted === 0 ? [] : [ids.firstValue(id)])
  const count = whole ? ids.size : wanted === 0 ? 1 : ids.firsts
  if (everything && whole) return { ids: count, to: undefined, valuesOf }
  const judged = predicateVerdicts(ids, fields, predicate)
  judged.judgeIfCheap()
  if (judged.isTooExpensive) return undefined
  const { verdicts } = judged
  if (verdicts === undefined) return 'unjudged'
  if (verdicts.includes(maybe)) return undefined
  const to = Int32Array.from(verdicts, (verdict, id) => {
    if (verdict !== yes) return -1
    return whole ? id : wanted === 0 ? 0 : ids.firstOf(id)
  })
  return { ids: count, to, valuesOf }
}
