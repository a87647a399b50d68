import type { GroupStatsOrder } from '../../storage/contract/group-stats.ts'
import { type ReadContext, scopeOf } from '../kind.ts'
import { tooLarge } from './engine-ranking.ts'
import { maxEntries } from './limits.ts'
import { type FullStats, isPercentile, type StoreQuery } from './stats-params.ts'
import { checkSize, type RankedGroups } from './stats-results.ts'

/**
 * Lets the engine rank the groups of the whole range, for statistics that do not add up and for fields with
 * too many values for this process.
 */
export async function engineGroups(
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
