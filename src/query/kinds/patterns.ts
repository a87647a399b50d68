import type { PatternsParams, PatternsResults } from '../../schema/query/patterns.ts'
import type { Kind } from '../kind.ts'
import type { ParamFault } from '../param-fault.ts'
import { checkEventParams } from './event-params.ts'
import { rowCost } from './fields.ts'
import { type FullPatterns, fullPatterns } from './patterns-params.ts'
import { type PatternsState, patternsResults } from './patterns-results.ts'
import { mergeCounts, readCounts } from './value-counts.ts'

/** Messages grouped by the template that they were stored with. */
export const patterns: Kind<PatternsParams, PatternsState, PatternsResults, FullPatterns> = {
  normalise(params) {
    const full = fullPatterns(params)
    const faults: ParamFault[] = []
    if (full.sort !== 'count' && !full.compare_before)
      faults.push({ path: 'sort', message: `expected count, or compare_before with ${full.sort}` })
    checkEventParams(params, faults)
    return full
  },
  cost: (_, predicate) => rowCost(predicate),
  rows: (params, { store, range, predicate }, { from, to }) =>
    store.estimateCounting(
      ['template'],
      predicate,
      params.with_subperiods ? range.bounds : undefined,
      from,
      to,
    ),
  periodic: params => params.with_subperiods,
  comparesBefore: params => params.compare_before,
  async slice(params, context, slice) {
    return (await readCounts(context, 'template', slice, params.with_subperiods)) ?? 'overflow'
  },
  merge(newer, older) {
    if (newer === 'overflow' || older === 'overflow') return 'overflow'
    return mergeCounts(newer, older) ?? 'overflow'
  },
  finish: patternsResults,
}
