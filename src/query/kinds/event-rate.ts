import type { EventRateParams, EventRateResults } from '../../schema/query/event-rate.ts'
import { withJson } from '../../schema/text/json.ts'
import { type Kind, type ResolvedRange, scopeOf } from '../kind.ts'
import { boundsWithin, indexOfBound } from '../range/periods.ts'
import { drillUp } from './drill-up.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { eventRateJson } from './event-rate-json.ts'
import { rowCost } from './fields.ts'

/** Counts of consecutive periods from `from` on. */
interface Run {
  from: number
  counts: readonly number[]
}

/** Runs in order of time. */
export type EventRateState = readonly Run[]

/** Occurrences by period. */
export const eventRate: Kind<EventRateParams, EventRateState, EventRateResults> = {
  normalise(params) {
    checkEventParams(params)
    return withEventDefaults(params)
  },
  cost: (_params, predicate) => rowCost(predicate),
  rows: (_params, { store, range, predicate }, { from, to }) =>
    store.estimateCounting([], predicate, range.bounds, from, to),
  periodic: () => true,
  async slice(_params, context, slice) {
    const bounds = boundsWithin(context.range.bounds, slice)
    const counts = await context.store.countPeriods(scopeOf(context, slice), bounds, context.read)
    return [{ from: slice.from, counts }]
  },
  merge: (newer, older) => [...older, ...newer],
  async finish(_params, { range }, state = []) {
    const { bounds } = range
    const counts = countsOf(range, state)
    const details = counts.map((count = 0, i) => ({
      ts_from: bounds[i] ?? 0,
      ts_to: bounds[i + 1] ?? 0,
      count,
    }))
    const results = { totals: totalsOf(range, counts), details }
    return withJson(results, () => eventRateJson(results))
  },
}

/** A count for each period; undefined while its slice is not computed. */
function countsOf(range: ResolvedRange, state: EventRateState): (number | undefined)[] {
  const counts: (number | undefined)[] = new Array(range.bounds.length - 1).fill(undefined)
  for (const run of state) {
    const first = indexOfBound(range.bounds, run.from)
    for (let i = 0; i < run.counts.length; i++) counts[first + i] = run.counts[i]
  }
  return counts
}

/** count, min, max, avg and last are over the counted periods that have begun. */
function totalsOf(range: ResolvedRange, counts: readonly (number | undefined)[]): EventRateResults['totals'] {
  let sum = 0
  let begun = 0
  let sumOfBegun = 0
  let min: number | null = null
  let max: number | null = null
  let last: number | null = null
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]
    if (count === undefined) continue
    sum += count
    if ((range.bounds[i] ?? 0) > range.now) continue
    begun++
    sumOfBegun += count
    min = Math.min(min ?? count, count)
    max = Math.max(max ?? count, count)
    last = count
  }
  return {
    ts_from: range.from,
    ts_to: range.to,
    drill_up_time_range: drillUp(range),
    sum,
    count: begun,
    min,
    max,
    avg: begun === 0 ? null : sumOfBegun / begun,
    last,
  }
}
