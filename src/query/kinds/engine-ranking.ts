import type { Field } from '../../storage/contract/field.ts'
import { type ReadContext, scopeOf } from '../kind.ts'
import { maxEntries, tooLarge } from './limits.ts'
import type { RankedPeriod, RankedValue, Ranking, RankingRequest } from './ranking.ts'

/** Lets the engine rank the values of the whole range, for fields with too many values for this process. */
export async function engineRanking(
  context: ReadContext,
  field: Field,
  request: RankingRequest,
): Promise<Ranking> {
  const { store } = context
  const { limit, ignoreEmpty, bounds } = request
  const scope = scopeOf(context, context.range)
  const { rows, values, count } = await store.topValues(scope, { field, ignoreEmpty, limit }, context.read)
  const top = rows.map(({ value: name, count }) => ({ name, count }))
  const periods = bounds === undefined ? [] : await rankPeriods(context, field, request, bounds, top)
  return { top, counted: count, cardinality: values, periods }
}

async function rankPeriods(
  context: ReadContext,
  field: Field,
  { limit, ignoreEmpty }: RankingRequest,
  bounds: readonly number[],
  top: readonly RankedValue[],
): Promise<RankedPeriod[]> {
  const { store } = context
  const scope = scopeOf(context, context.range)
  const shared = { fields: [field] as const, bounds, limit: maxEntries + 1 }
  const totals = await store.countPeriods(scope, bounds, context.read)
  const topOfPeriods = await store.groupCounts(
    scope,
    { ...shared, ignoreEmpty, limitEach: limit },
    context.read,
  )
  const topNames = top.map(({ name }) => name)
  const countsOfTop =
    topNames.length === 0
      ? []
      : await store.groupCounts(scope, { ...shared, ignoreEmpty: false, only: topNames }, context.read)
  if (topOfPeriods.length > maxEntries || countsOfTop.length > maxEntries) throw tooLarge()
  const rankOf = new Map(topNames.map((name, i) => [name, i]))
  const periods = totals.map(total => ({ total, values: [] as RankedValue[], ofTop: topNames.map(() => 0) }))
  for (const { period, values, count } of topOfPeriods)
    periods[period]?.values.push({ name: values[0] ?? '', count })
  for (const { period, values, count } of countsOfTop) {
    const rank = rankOf.get(values[0] ?? '')
    const ofTop = periods[period]?.ofTop
    if (rank !== undefined && ofTop !== undefined) ofTop[rank] = count
  }
  return periods
}
