import type { TopNParams, TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { GroupRow } from '../../storage/contract/event-store.ts'
import type { Field, Value } from '../../storage/contract/field.ts'
import { firstN } from '../../storage/contract/first-n.ts'
import { type Kind, type ReadContext, type ResolvedRange, scopeOf } from '../kind.ts'
import { validationFault } from '../param-fault.ts'
import { periodsOf } from '../range/periods.ts'
import { engineRanking } from './engine-ranking.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { fieldFaults, fieldOf, isUnbounded, rowCost, sameField } from './fields.ts'
import { maxEntries, tooLarge } from './limits.ts'
import {
  emptyRanking,
  type RankedPeriod,
  type RankedValue,
  type Ranking,
  type RankingRequest,
  rankingOf,
} from './ranking.ts'
import { mergeCounts, readCounts, type ValueCounts } from './value-counts.ts'

/** All counts of a span, or the answer for the whole range, or too many values to hold. */
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

/** The ranking of a state. With too many values, only the engine ranks, once at the end. */
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

/** Makes results. Reads subfields only for a complete ranking, since the values of a partial one change. */
async function topNResults(
  params: FullTopN,
  context: ReadContext,
  ranking: Ranking,
  complete: boolean,
): Promise<TopNResults> {
  const { range } = context
  if (ranking.periods.length * ranking.top.length > maxEntries) throw tooLarge()
  const breaksDown = complete && params.subfields.length > 0
  const breakdownOf = (names: Iterable<Value>, bounds?: readonly number[]) =>
    breaksDown ? breakDown(context, breakdownRequest(params), [...names], bounds) : undefined
  const totalBreakdown = await breakdownOf(ranking.top.map(({ name }) => name))
  const values = ranking.top.map(ranked => topValue(ranked, totalBreakdown))
  if (params.show_other) values.push(...other(ranking))
  const { cardinality, counted: count } = ranking
  const totals = { ts_from: range.from, ts_to: range.to, values, cardinality, count }
  const topPeriods = params.top_periods ? topPeriodIndexes(params, ranking) : []
  const shownPeriods = params.with_subperiods ? [...ranking.periods.keys()] : topPeriods
  // The values of all shown periods are broken down together, with one read per subfield.
  const names = shownPeriods.flatMap(i => ranking.periods[i]?.values.map(({ name }) => name) ?? [])
  const periodBreakdown = await breakdownOf(new Set(names), range.bounds)
  const periods = periodsOf(range.bounds)
  const periodResult = (i: number) => {
    const { total, values } = ranking.periods[i] ?? emptyPeriod
    const period = periods[i] ?? { ts_from: range.from, ts_to: range.to }
    return {
      ...period,
      values: values.map(ranked => topValue(ranked, periodBreakdown, i)),
      total_count: total,
    }
  }
  const results: TopNResults = { totals }
  if (params.with_subperiods) {
    results.details = ranking.periods.map((period, i) => {
      const { total_count, ...ranked } = periodResult(i)
      const total_values = ranking.top.map(({ name }, n) => ({ name, count: period.ofTop[n] ?? 0 }))
      return { ...ranked, total_values, total_count }
    })
  }
  if (params.top_periods) results.top_periods = topPeriods.map(periodResult)
  return results
}

const emptyPeriod: RankedPeriod = { total: 0, values: [], ofTop: [] }

function topValue({ name, count }: RankedValue, breakdown: Breakdown | undefined, period?: number): TopValue {
  return breakdown === undefined ? { name, count } : { name, count, subfields: breakdown(name, period) }
}

/** The sum of all values outside of the top; empty if it is 0. */
function other({ top, counted }: Ranking): TopValue[] {
  const count = top.reduce((remaining, ranked) => remaining - ranked.count, counted)
  return count > 0 ? [{ name: 'other', count }] : []
}

/** Indexes of the `limit` periods with most occurrences (ties by time); periods without any are left out. */
function topPeriodIndexes({ limit }: FullTopN, { periods }: Ranking): number[] {
  const total = (i: number): number => periods[i]?.total ?? 0
  const withEvents = [...periods.keys()].filter(i => total(i) > 0)
  return firstN(withEvents, limit, (a, b) => total(b) - total(a) || a - b)
}

function breakdownRequest(params: FullTopN): BreakdownRequest {
  return {
    field: fieldOf(params.field),
    subfields: params.subfields,
    limit: params.subfields_limit,
    ignoreEmpty: params.ignore_empty,
  }
}

interface BreakdownRequest {
  field: Field
  subfields: readonly string[]
  /** Rows of each breakdown. */
  limit: number
  ignoreEmpty: boolean
}

/** The most frequent values of each subfield, for a value and a period. */
type Breakdown = (name: Value, period?: number) => Record<string, RankedValue[]>

/**
 * Counts the subfields of the values `only`, over the whole range or, with `bounds`, for each period.
 * `ignoreEmpty`: also leaves out the empty value of a subfield.
 */
async function breakDown(
  context: ReadContext,
  request: BreakdownRequest,
  only: readonly Value[],
  bounds: readonly number[] | undefined,
): Promise<Breakdown> {
  const breakdowns = new Map<string, Map<string, RankedValue[]>>()
  for (const subfield of new Set(request.subfields)) {
    const rows = only.length === 0 ? [] : await readRows(context, request, subfield, only, bounds)
    if (rows.length > maxEntries) {
      throw validationFault([
        { path: 'subfields_limit', message: 'the breakdown has more than 500,000 rows' },
      ])
    }
    breakdowns.set(subfield, byValue(rows, request))
  }
  return (name, period = 0) =>
    Object.fromEntries(
      [...breakdowns].map(([subfield, ranked]) => [subfield, ranked.get(keyOf(period, name)) ?? []]),
    )
}

function readRows(
  context: ReadContext,
  { field, limit, ignoreEmpty }: BreakdownRequest,
  subfield: string,
  only: readonly Value[],
  bounds: readonly number[] | undefined,
): Promise<GroupRow[]> {
  const query = {
    fields: [field, fieldOf(subfield)] as const,
    ignoreEmpty: false,
    only,
    // One more, since the store counts the empty value too.
    limitEach: ignoreEmpty ? limit + 1 : limit,
    limit: maxEntries + 1,
    ...(bounds && { bounds }),
  }
  return context.store.groupCounts(scopeOf(context, context.range), query, context.read)
}

/** Groups rows by value. Keeps their order: by count, then by value. */
function byValue(
  rows: readonly GroupRow[],
  { limit, ignoreEmpty }: BreakdownRequest,
): Map<string, RankedValue[]> {
  const ranked = new Map<string, RankedValue[]>()
  for (const { period, values, count } of rows) {
    const [name = '', sub = ''] = values
    if (ignoreEmpty && sub === '') continue
    const key = keyOf(period, name)
    const list = ranked.get(key) ?? []
    if (list.length < limit) list.push({ name: sub, count })
    ranked.set(key, list)
  }
  return ranked
}

function keyOf(period: number, name: Value): string {
  return `${period} ${name}`
}

type FullTopN = ReturnType<typeof fullTopN>

/** The parameters of a `TopN` query with their defaults. */
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
