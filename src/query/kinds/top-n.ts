import type { TopNParams, TopNResults } from '../../schema/query/top-n.ts'
import type { Kind, ReadContext, ResolvedRange } from '../kind.ts'
import { engineRanking } from './engine-ranking.ts'
import { checkEventParams } from './event-params.ts'
import { fieldFaults, fieldOf, isUnbounded, rowCost, sameField } from './fields.ts'
import { emptyRanking, type Ranking, type RankingRequest, rankingOf } from './ranking.ts'
import { type FullTopN, fullTopN, hasPeriods } from './top-n-params.ts'
import { topNResults } from './top-n-results.ts'
import { mergeCounts, readCounts, type ValueCounts } from './value-counts.ts'

/** All counts of a span; or the answer for the whole range; or too many values to hold. */
export type TopNState =
  | { form: 'counts'; counts: ValueCounts }
  | { form: 'answer'; ranking: Ranking }
  | { form: 'overflow' }

/** The most frequent values of a field. */
export const topN: Kind<TopNParams, TopNState, TopNResults, FullTopN> = {
  normalise(params) {
    const full = fullTopN(params)
    const faults = fieldFaults('field', full.field)
    for (const [i, subfield] of full.subfields.entries()) {
      const path = `subfields[${i}]`
      faults.push(...fieldFaults(path, subfield))
      if (sameField(subfield, full.field)) faults.push({ path, message: 'expected another field than field' })
    }
    checkEventParams(params, faults)
    return full
  },
  cost: (params, predicate) => (isUnbounded(fieldOf(params.field)) ? 'whole' : rowCost(predicate)),
  rows(params, { store, range, predicate }, { from, to }) {
    const bounds = hasPeriods(params) ? range.bounds : undefined
    return store.estimateCounting([fieldOf(params.field)], predicate, bounds, from, to)
  },
  periodic: hasPeriods,
  async slice(params, context, slice) {
    const field = fieldOf(params.field)
    if (!isUnbounded(field)) return countsState(await readCounts(context, field, slice, hasPeriods(params)))
    const ranking = await engineRanking(context, field, requestOf(params, context.range))
    return { form: 'answer', ranking }
  },
  merge(newer, older) {
    if (newer.form !== 'counts' || older.form !== 'counts') return { form: 'overflow' }
    return countsState(mergeCounts(newer.counts, older.counts))
  },
  async finish(params, context, state, complete) {
    const ranking = await rankingFor(params, context, state, complete)
    return topNResults(params, context, ranking, complete)
  },
}

function countsState(counts: ValueCounts | undefined): TopNState {
  return counts === undefined ? { form: 'overflow' } : { form: 'counts', counts }
}

function requestOf(full: FullTopN, range: ResolvedRange): RankingRequest {
  const bounds = hasPeriods(full) ? range.bounds : undefined
  return { limit: full.limit, ignoreEmpty: full.ignore_empty, bounds }
}

/** Partial results of too many values are empty: the engine ranks them once, at the end. */
async function rankingFor(
  full: FullTopN,
  context: ReadContext,
  state: TopNState | undefined,
  complete: boolean,
): Promise<Ranking> {
  if (state?.form === 'answer') return state.ranking
  const request = requestOf(full, context.range)
  if (state?.form === 'counts') return rankingOf(state.counts, request)
  if (state === undefined || !complete) return emptyRanking(request)
  return await engineRanking(context, fieldOf(full.field), request)
}
