import { decimalNumber } from '../../filter/predicate/values.ts'
import type { FieldStatsParams, FieldStatsResults, NumericStats } from '../../schema/query/field-stats.ts'
import type { EventStore, Read, Scope } from '../../storage/contract/event-store.ts'
import type { Field, Value } from '../../storage/contract/field.ts'
import { maxStatsNumber } from '../../storage/contract/group-stats.ts'
import { type Kind, type ReadContext, scopeOf } from '../kind.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { fieldFaults, fieldOf, isUnbounded, rowCost } from './fields.ts'
import { rankingOf } from './ranking.ts'
import { mergeCounts, readCounts, type ValueCounts } from './value-counts.ts'

/** All counts of a span, or the answer for the whole range, or too many values to hold. */
export type FieldStatsState =
  | { form: 'counts'; counts: ValueCounts }
  | { form: 'answer'; totals: Totals }
  | { form: 'overflow' }

type Totals = Omit<FieldStatsResults['totals'], 'ts_from' | 'ts_to'>

/** How often a field occurs, its most frequent values, and statistics of its numeric values. */
export const fieldStats: Kind<FieldStatsParams, FieldStatsState, FieldStatsResults, FullFieldStats> = {
  normalise(params) {
    const full = fullFieldStats(params)
    checkEventParams(params, fieldFaults('field', full.field))
    return full
  },
  cost: ({ field }, predicate) => (isUnbounded(fieldOf(field)) ? 'whole' : rowCost(predicate)),
  rows: (params, { store, predicate }, { from, to }) =>
    store.estimateCounting([fieldOf(params.field)], predicate, undefined, from, to),
  periodic: () => false,
  async slice(params, context, slice) {
    const field = fieldOf(params.field)
    if (isUnbounded(field)) return { form: 'answer', totals: await wholeTotals(params, context) }
    return countsState(await readCounts(context, field, slice, false))
  },
  merge(newer, older) {
    if (newer.form !== 'counts' || older.form !== 'counts') return { form: 'overflow' }
    return countsState(mergeCounts(newer.counts, older.counts))
  },
  async finish(params, context, state, complete) {
    const { from, to } = context.range
    return { totals: { ts_from: from, ts_to: to, ...(await totalsFor(params, context, state, complete)) } }
  },
}

type FullFieldStats = ReturnType<typeof fullFieldStats>

function fullFieldStats(params: FieldStatsParams) {
  return { ...withEventDefaults(params), field: params.field ?? 'host', limit: params.limit ?? 10 }
}

function countsState(counts: ValueCounts | undefined): FieldStatsState {
  return counts === undefined ? { form: 'overflow' } : { form: 'counts', counts }
}

async function totalsFor(
  params: FullFieldStats,
  context: ReadContext,
  state: FieldStatsState | undefined,
  complete: boolean,
): Promise<Totals> {
  if (state?.form === 'answer') return state.totals
  if (state?.form === 'counts') {
    const { total, values } = state.counts
    return { total_count: total, ...totalsOfCounts(params, values, total) }
  }
  if (state === undefined || !complete) return { total_count: 0, count: 0, cardinality: 0, values: [] }
  return await wholeTotals(params, context)
}

function totalsOfCounts({ limit }: FullFieldStats, values: ReadonlyMap<Value, number>, total: number) {
  const counts = { total, values, periods: [], entries: 0 }
  const { top, counted, cardinality } = rankingOf(counts, { limit, ignoreEmpty: true, bounds: undefined })
  const numeric = exactStats(values)
  return { count: counted, cardinality, values: [...top], ...(numeric && { numeric }) }
}

/**
 * Totals that the engine counts. Statistics of numbers are exact if the most frequent values are all values.
 */
async function wholeTotals(params: FullFieldStats, context: ReadContext): Promise<Totals> {
  const { store, range, read } = context
  const { limit } = params
  const field = fieldOf(params.field)
  const scope = scopeOf(context, range)
  const [total_count = 0] =
    range.from < range.to ? await store.countPeriods(scope, [range.from, range.to], read) : []
  const ranked = await store.topValues(scope, { field, ignoreEmpty: true, limit }, read)
  const { rows, values: cardinality, count } = ranked
  const totals = {
    total_count,
    count,
    cardinality,
    values: rows.map(({ value: name, count }) => ({ name, count })),
  }
  if (field === 'message') return totals
  const numeric =
    cardinality <= rows.length
      ? exactStats(new Map(rows.map(({ value, count }) => [value, count])))
      : await engineStats(store, scope, field, read)
  return { ...totals, ...(numeric && { numeric }) }
}

const quantiles = [0.5, 0.95, 0.99] as const

/**
 * Exact statistics from values and their occurrences; undefined if no value is a number. The p-th percentile
 * is the smallest number such that at least p percent of the occurrences are not greater.
 */
export function exactStats(values: ReadonlyMap<Value, number>): NumericStats | undefined {
  const numbers: { number: number; count: number }[] = []
  let count = 0
  for (const [value, occurrences] of values) {
    const number = typeof value === 'number' ? value : decimalNumber(value)
    if (number === undefined || Math.abs(number) > maxStatsNumber) continue
    numbers.push({ number, count: occurrences })
    count += occurrences
  }
  numbers.sort((a, b) => a.number - b.number)
  const [first] = numbers
  const last = numbers.at(-1)
  if (first === undefined || last === undefined) return undefined
  let sum = 0
  let upToHere = 0
  const percentiles: number[] = []
  for (const { number, count: occurrences } of numbers) {
    sum += number * occurrences
    upToHere += occurrences
    while (percentiles.length < quantiles.length && upToHere >= (quantiles[percentiles.length] ?? 1) * count)
      percentiles.push(number)
  }
  return statsOf({ count, min: first.number, max: last.number, sum }, percentiles)
}

/** Statistics that the engine computes. Percentiles may be estimates; undefined if no value is a number. */
export async function engineStats(
  store: Pick<EventStore, 'groupStats'>,
  scope: Scope,
  field: Field,
  read: Read,
): Promise<NumericStats | undefined> {
  const query = { by: [], ignoreEmpty: false, field, distinct: false, quantiles, limit: 1 }
  const answer = await store.groupStats(scope, query, read)
  const [stats] = answer?.rows ?? []
  if (answer === undefined || stats === undefined || stats.numbers === 0) return undefined
  return {
    ...statsOf({ ...stats, count: stats.numbers }, stats.quantiles),
    ...(answer.isEstimate && { percentiles_approximate: true }),
  }
}

function statsOf(
  { count, min, max, sum }: Pick<NumericStats, 'count' | 'min' | 'max' | 'sum'>,
  [p50, p95, p99]: readonly number[],
): NumericStats {
  return {
    count,
    min,
    max,
    sum,
    avg: sum / count,
    p50: p50 ?? max,
    p95: p95 ?? max,
    p99: p99 ?? max,
  }
}
