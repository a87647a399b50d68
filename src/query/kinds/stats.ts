import type { StatsParams, StatsResults } from '../../schema/query/stats.ts'
import type { GroupStatsOrder } from '../../storage/contract/group-stats.ts'
import { type Kind, type ReadContext, scopeOf } from '../kind.ts'
import { boundsWithin } from '../range/periods.ts'
import type { TimeSpan } from '../time-span.ts'
import { checkEventParams } from './event-params.ts'
import { rowCost } from './fields.ts'
import { type GroupSums, mergeSums, sumsOf } from './group-sums.ts'
import { maxEntries, tooLarge } from './limits.ts'
import {
  addsUp,
  type FullStats,
  fullStats,
  isPercentile,
  type StoreQuery,
  statsFaults,
  storeQueryOf,
} from './stats-params.ts'
import { checkSize, type RankedGroups, rankSums, statsResults } from './stats-results.ts'

/** Sums of all groups of a span, or the answer for the whole range, or too many groups to hold. */
export type StatsState =
  | { form: 'sums'; sums: GroupSums }
  | { form: 'answer'; groups: RankedGroups }
  | { form: 'overflow' }

/** Counts, sums, extremes, distinct values and percentiles, by up to two fields and over time. */
export const stats: Kind<StatsParams, StatsState, StatsResults, FullStats> = {
  normalise(params) {
    const full = fullStats(params)
    checkEventParams(params, statsFaults(full))
    return full
  },
  cost: (params, predicate) => (addsUp(params) ? rowCost(predicate) : 'whole'),
  periodic: params => params.with_subperiods,
  async slice(params, context, slice) {
    if (addsUp(params)) return sumsState(await readSums(params, context, slice))
    return { form: 'answer', groups: await engineGroups(params, storeQueryOf(params), context) }
  },
  merge(newer, older) {
    if (newer.form !== 'sums' || older.form !== 'sums') return { form: 'overflow' }
    return sumsState(mergeSums(newer.sums, older.sums))
  },
  async finish(params, context, state, complete) {
    return statsResults(params, context.range, await groupsFor(params, context, state, complete))
  },
}

function sumsState(sums: GroupSums | undefined): StatsState {
  return sums === undefined ? { form: 'overflow' } : { form: 'sums', sums }
}

/** Reads the sums of a slice; undefined if there are too many groups. */
async function readSums(
  params: FullStats,
  context: ReadContext,
  slice: TimeSpan,
): Promise<GroupSums | undefined> {
  const bounds = params.with_subperiods ? boundsWithin(context.range.bounds, slice) : undefined
  const query = { ...storeQueryOf(params), limit: maxEntries + 1, ...(bounds && { bounds }) }
  const answer = await context.store.groupStats(scopeOf(context, slice), query, context.read)
  return answer && sumsOf(answer.rows, bounds)
}

async function groupsFor(
  params: FullStats,
  context: ReadContext,
  state: StatsState | undefined,
  complete: boolean,
): Promise<RankedGroups> {
  if (state?.form === 'answer') return state.groups
  if (state?.form === 'overflow' && complete) return await engineGroups(params, storeQueryOf(params), context)
  return rankSums(params, context.range, state?.form === 'sums' ? state.sums : new Map())
}

/**
 * Lets the engine rank the groups of the whole range, for statistics that do not add up and for fields with
 * too many values for this process.
 */
async function engineGroups(
  params: FullStats,
  query: StoreQuery,
  context: ReadContext,
): Promise<RankedGroups> {
  const { store, range, read } = context
  const scope = scopeOf(context, range)
  const answer = await store.groupStats(
    scope,
    { ...query, order: orderOf(params), limit: params.limit },
    read,
  )
  if (answer === undefined) throw tooLarge()
  const { groups, rows: top, isEstimate } = answer
  checkSize(params, range, top.length)
  if (!params.with_subperiods || top.length === 0) return { groups, top, periods: [], isEstimate }
  const periods = await store.groupStats(
    scope,
    {
      ...query,
      ignoreEmpty: false,
      bounds: range.bounds,
      limit: maxEntries + 1,
      ...(query.by.length > 0 && { only: top.map(({ values }) => values) }),
    },
    read,
  )
  if (periods === undefined) throw tooLarge()
  return { groups, top, periods: periods.rows, isEstimate: isEstimate || periods.isEstimate }
}

/** The first function decides the order. */
function orderOf({ functions, ascending }: FullStats): GroupStatsOrder {
  const [first = 'count'] = functions
  return { figure: isPercentile(first) ? 0 : first, ascending }
}
