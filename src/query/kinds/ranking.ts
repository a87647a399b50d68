import type { Value } from '../../storage/contract/field.ts'
import { firstN } from '../../storage/contract/first-n.ts'
import { compareValues } from '../../storage/contract/value-order.ts'
import { indexOfBound } from '../range/periods.ts'
import type { ValueCounts } from './value-counts.ts'

/** A value with its occurrences. */
export interface RankedValue {
  name: Value
  count: number
}

/** The most frequent values of a range, in total and by period. */
export interface Ranking {
  /** At most `limit`, most frequent first, ties by name. */
  top: readonly RankedValue[]
  /** Occurrences of all values that are not ignored. */
  counted: number
  /** Distinct values that are not ignored. */
  cardinality: number
  /** One entry for each period; empty if periods were not asked for. */
  periods: readonly RankedPeriod[]
}

/** The counts of one period. */
export interface RankedPeriod {
  /** Occurrences of all values, including the empty value. */
  total: number
  /** The most frequent values of this period. */
  values: readonly RankedValue[]
  /** Counts of the top values of the whole range, in their order. */
  ofTop: readonly number[]
}

/** Which values to rank. */
export interface RankingRequest {
  limit: number
  ignoreEmpty: boolean
  /** Bounds of the periods; undefined if periods are not needed. */
  bounds: readonly number[] | undefined
}

/** Ranks counts that this process holds. */
export function rankingOf(counts: ValueCounts, request: RankingRequest): Ranking {
  const top = topOf(counts.values, request)
  const skipped = request.ignoreEmpty ? counts.values.get('') : undefined
  return {
    top,
    counted: counts.total - (skipped ?? 0),
    cardinality: counts.values.size - (skipped === undefined ? 0 : 1),
    periods: request.bounds === undefined ? [] : rankedPeriods(counts, top, request, request.bounds),
  }
}

/** The ranking before any value is counted. */
export function emptyRanking(request: RankingRequest): Ranking {
  return rankingOf({ total: 0, values: new Map(), periods: [], entries: 0 }, request)
}

function compareRanked(a: RankedValue, b: RankedValue): number {
  return b.count - a.count || compareValues(a.name, b.name)
}

function rankedPeriods(
  counts: ValueCounts,
  top: readonly RankedValue[],
  request: RankingRequest,
  bounds: readonly number[],
): RankedPeriod[] {
  const periods: RankedPeriod[] = bounds
    .slice(1)
    .map(() => ({ total: 0, values: [], ofTop: top.map(() => 0) }))
  for (const { from, total, values } of counts.periods) {
    periods[indexOfBound(bounds, from)] = {
      total,
      values: topOf(values, request),
      ofTop: top.map(({ name }) => values.get(name) ?? 0),
    }
  }
  return periods
}

function topOf(values: ReadonlyMap<Value, number>, { limit, ignoreEmpty }: RankingRequest): RankedValue[] {
  return firstN(rankedOf(values, ignoreEmpty), limit, compareRanked)
}

function* rankedOf(values: ReadonlyMap<Value, number>, ignoreEmpty: boolean): Iterable<RankedValue> {
  for (const [name, count] of values) if (!ignoreEmpty || name !== '') yield { name, count }
}
