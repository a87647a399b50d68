import type { TopNParams, TopNResults } from '../../schema/query/top-n.ts'
import type { Read } from '../../storage/store.ts'
import type { EvaluationContext, Kind, ResolvedRange } from '../kind.ts'
import { engineRanking } from './engine-ranking.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { fieldFaults, fieldOf, isUnbounded, rowCost, sameField } from './fields.ts'
import { emptyRanking, type Ranking, type RankingRequest, rankingOf } from './ranking.ts'
import { topNResults } from './top-n-results.ts'
import { mergeCounts, readCounts, type ValueCounts } from './value-counts.ts'

/** All counts of a stretch; or the answer itself, of the whole range; or too many values to hold. */
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
    const field = fieldOf(params.field)
    if (hasPeriods(params)) return store.estimateCounting([field], predicate, range.bounds, from, to)
    const query = { field, ignoreEmpty: params.ignore_empty, limit: params.limit }
    return store.estimateTop(query, predicate, from, to)
  },
  periodic: hasPeriods,
  async slice(params, evaluation, slice, read) {
    const field = fieldOf(params.field)
    if (isUnbounded(field)) return { form: 'answer', ranking: await inEngine(params, evaluation, read) }
    return countsState(await readCounts(evaluation, field, slice, hasPeriods(params), read))
  },
  merge(newer, older) {
    if (newer.form !== 'counts' || older.form !== 'counts') return { form: 'overflow' }
    return countsState(mergeCounts(newer.counts, older.counts))
  },
  async finish(params, evaluation, state, complete, read) {
    const ranking = await rankingFor(params, evaluation, state, complete, read)
    return topNResults(params, evaluation, ranking, complete, read)
  },
}

type FullTopN = ReturnType<typeof fullTopN>

function fullTopN(params: TopNParams) {
  return {
    ...withEventDefaults(params),
    field: params.field ?? 'host',
    limit: params.limit ?? 5,
    with_subperiods: params.with_subperiods ?? false,
    top_periods: params.top_periods ?? false,
    show_other: params.show_other ?? false,
    ignore_empty: params.ignore_empty ?? true,
    subfields: params.subfields ?? [],
    subfields_limit: params.subfields_limit ?? 5,
  }
}

function hasPeriods(full: FullTopN): boolean {
  return full.with_subperiods || full.top_periods
}

function countsState(counts: ValueCounts | undefined): TopNState {
  return counts === undefined ? { form: 'overflow' } : { form: 'counts', counts }
}

function requestOf(full: FullTopN, range: ResolvedRange): RankingRequest {
  const bounds = hasPeriods(full) ? range.bounds : undefined
  return { limit: full.limit, ignoreEmpty: full.ignore_empty, bounds }
}

function inEngine(full: FullTopN, evaluation: EvaluationContext, read: Read): Promise<Ranking> {
  return engineRanking(evaluation, fieldOf(full.field), requestOf(full, evaluation.range), read)
}

/** While it runs, what could not be held is shown empty; the engine is asked once, at the end. */
async function rankingFor(
  full: FullTopN,
  evaluation: EvaluationContext,
  state: TopNState | undefined,
  complete: boolean,
  read: Read,
): Promise<Ranking> {
  if (state?.form === 'answer') return state.ranking
  const request = requestOf(full, evaluation.range)
  if (state?.form === 'counts') return rankingOf(state.counts, request)
  return state !== undefined && complete ? inEngine(full, evaluation, read) : emptyRanking(request)
}
