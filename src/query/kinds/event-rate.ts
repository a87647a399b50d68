import type { EventRateParams, EventRateResults } from '../../schema/query/event-rate.ts'
import { withJson } from '../../schema/text/json.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { zoneOf } from '../../time/zone.ts'
import { type Kind, type ResolvedRange, scopeOf } from '../kind.ts'
import { boundsWithin, indexOfBound } from '../range/periods.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { rowCost } from './fields.ts'

/** Counts of consecutive periods. `from`: start of the first one, Unix seconds. */
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

/** The count of each period; undefined for periods whose slice is not computed yet. */
function countsOf(range: ResolvedRange, state: EventRateState): (number | undefined)[] {
  const counts: (number | undefined)[] = new Array(range.bounds.length - 1).fill(undefined)
  for (const run of state) {
    const first = indexOfBound(range.bounds, run.from)
    for (let i = 0; i < run.counts.length; i++) counts[first + i] = run.counts[i]
  }
  return counts
}

/** Totals over the counted periods. All totals except `sum` leave out periods that have not begun. */
function totalsOf(range: ResolvedRange, counts: readonly (number | undefined)[]): EventRateResults['totals'] {
  let sum = 0
  /** Periods that have begun. */
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

const secondsPerHour = 3_600

/**
 * The next wider range, for zooming out. Less than an hour: the whole hours around it. Less than a day: the
 * calendar days of its zone around it. Null for a day and more, and if these days are not longer.
 */
export function drillUp(range: ResolvedRange): { ts_from: number; ts_to: number } | null {
  const length = range.to - range.from
  if (length >= daySeconds) return null
  const lastSecond = Math.max(range.from, range.to - 1)
  if (length < secondsPerHour) {
    return {
      ts_from: Math.floor(range.from / secondsPerHour) * secondsPerHour,
      ts_to: (Math.floor(lastSecond / secondsPerHour) + 1) * secondsPerHour,
    }
  }
  const zone = zoneOf(range.timezone)
  const ts_from = zone.startOfDay(zone.dayOf(range.from))
  const ts_to = zone.startOfDay(zone.dayOf(lastSecond) + 1)
  // A day on which clocks go forward has 23 hours.
  return ts_to - ts_from > length ? { ts_from, ts_to } : null
}

const periodsPerWrite = 64
/** Bytes of a period apart from its numbers. */
const fixedBytes = ',{"ts_from":,"ts_to":,"count":}'.length

/**
 * Writes the same as JSON.stringify in half the time: there may be 100,000 periods of whole numbers, and most
 * begin where the previous one ends.
 */
export function eventRateJson({ totals, details }: EventRateResults): Buffer {
  const head = `{"totals":${JSON.stringify(totals)},"details":[`
  const maxPeriodBytes = fixedBytes + 3 * maxDigits(details)
  const bytes = Buffer.allocUnsafe(head.length + details.length * maxPeriodBytes + 2)
  let size = bytes.write(head, 'latin1')
  let text = ''
  let end = 0
  let endText = '0'
  for (let i = 0; i < details.length; i++) {
    const { ts_from = 0, ts_to = 0, count = 0 } = details[i] ?? {}
    const startText = ts_from === end ? endText : String(ts_from)
    end = ts_to
    endText = String(ts_to)
    text += `${i === 0 ? '' : ','}{"ts_from":${startText},"ts_to":${endText},"count":${count}}`
    if (i % periodsPerWrite !== periodsPerWrite - 1) continue
    size += bytes.write(text, size, 'latin1')
    text = ''
  }
  size += bytes.write(`${text}]}`, size, 'latin1')
  return bytes.subarray(0, size)
}

/** Digits of the largest number. */
function maxDigits(details: EventRateResults['details']): number {
  let largest = 0
  for (const { ts_from, ts_to, count } of details) largest = Math.max(largest, ts_from, ts_to, count)
  return String(largest).length
}
