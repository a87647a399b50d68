import type { TimeRange } from '../../schema/time-range.ts'
import { dayOf, secondsOfDay, startOfDay, wallClock } from './calendar.ts'

/** A time_range at a moment, resolved by the documented rules. Whole seconds. */
export interface OracleRange {
  from: number
  to: number
  /** Starts of all periods and, last, the end; an empty range has only its start. */
  bounds: number[]
  timezone: string
  now: number
}

interface Zoned {
  now: number
  timezone: string
}

const minute = 60
const hour = 3600
const steps = [
  1,
  5,
  10,
  30,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  secondsOfDay,
  7 * secondsOfDay,
  30 * secondsOfDay,
]
const maxPeriods = 120
const units: Readonly<Record<string, number>> = {
  second: 1,
  minute,
  hour,
  day: secondsOfDay,
  week: 7 * secondsOfDay,
  month: 30 * secondsOfDay,
  year: 365 * secondsOfDay,
}

/** The range of a valid time_range; absent: the last hour. */
export function oracleRange(timeRange: TimeRange, now: number, defaultTimezone: string): OracleRange {
  const zoned = { now, timezone: timeRange.timezone ?? defaultTimezone }
  const resolve = resolverOf(timeRange, zoned)
  const step = timeRange.step ?? defaultStep(resolve, zoned)
  const { from, to } = resolve(step)
  return { from, to, bounds: boundsOf(from, to, step, zoned.timezone), ...zoned }
}

interface Ends {
  from: number
  to: number
  /** The length before anything is rounded. */
  length: number
  /** The length by local time; absent if only `length` counts. */
  onClocks?: number
}
type Resolver = (step: number) => Ends

/** A range whose ends may depend on the step. */
function resolverOf(timeRange: TimeRange, zoned: Zoned): Resolver {
  const { now, timezone } = zoned
  const { preset, ts_from, ts_to = 0 } = timeRange
  if (ts_from === undefined) {
    const name = preset ?? 'last_1_hours'
    if (name === 'today' || name === 'yesterday') {
      const day = dayOf(now, timezone) - (name === 'yesterday' ? 1 : 0)
      return fixed(startOfDay(day, timezone), startOfDay(day + 1, timezone), timezone)
    }
    const [, count = '1', unit = ''] = /^last_(?:(\d+)_)?([a-z]+?)s?$/.exec(name) ?? []
    return sliding(-Number(count) * (units[unit] ?? Number.NaN), 0, zoned)
  }
  if (ts_from > 0 && ts_to > 0) return fixed(ts_from, ts_to, timezone)
  if (ts_from <= 0 && ts_to <= 0) return sliding(ts_from, ts_to, zoned)
  return step => {
    const from = ts_from > 0 ? ts_from : boundaryAfter(now + ts_from, step, timezone).second
    const to = ts_to > 0 ? ts_to : boundaryAfter(now + ts_to, step, timezone).second
    const [first, last] = [ts_from > 0 ? ts_from : now + ts_from, ts_to > 0 ? ts_to : now + ts_to]
    return { from, to, length: last - first, onClocks: onClocks(Math.ceil(first), Math.ceil(last), timezone) }
  }
}

/** Absolute ranges and calendar days are used as given. */
function fixed(from: number, to: number, timezone: string): Resolver {
  return () => ({ from, to, length: to - from, onClocks: onClocks(from, to, timezone) })
}

function onClocks(from: number, to: number, timezone: string): number {
  const [first, last] = [from, to].map(second => Date.parse(`${wallClock(second, timezone)}Z`) / 1000)
  return (last ?? 0) - (first ?? 0)
}

/**
 * Ends at the next boundary, and is as many whole steps long as its length needs. Dates that a zone skipped
 * are not days of it.
 */
function sliding(fromNow: number, toNow: number, { now, timezone }: Zoned): Resolver {
  return step => {
    const length = toNow - fromNow
    const end = boundaryAfter(now + toNow, step, timezone)
    let index = end.index - Math.ceil(length / step)
    if (step % secondsOfDay === 0) {
      index = end.index
      for (let days = 0; days * secondsOfDay < length; index--) {
        for (let day = ((index - 1) * step) / secondsOfDay; day < (index * step) / secondsOfDay; day++)
          if (startOfDay(day, timezone) < startOfDay(day + 1, timezone)) days++
      }
    }
    const from = boundary(index, step, timezone)
    return { from: Math.max(0, from), to: end.second, length }
  }
}

/**
 * The n-th boundary since 1970: of a step of whole days the start of a local day, else a multiple of the
 * step.
 */
function boundary(index: number, step: number, timezone: string): number {
  if (step % secondsOfDay !== 0) return index * step
  return startOfDay((index * step) / secondsOfDay, timezone)
}

/** The first boundary at or after a moment. */
function boundaryAfter(moment: number, step: number, timezone: string): { index: number; second: number } {
  let index = Math.floor(moment / step) - 2
  while (boundary(index, step, timezone) < moment) index++
  return { index, second: boundary(index, step, timezone) }
}

function boundsOf(from: number, to: number, step: number, timezone: string): number[] {
  const bounds = [from]
  let { index } = boundaryAfter(from + 1, step, timezone)
  for (let second = from; second < to; index++) {
    second = boundary(index, step, timezone)
    if (second < to && second > (bounds.at(-1) ?? 0)) bounds.push(second)
  }
  return from === to ? bounds : [...bounds, to]
}

/**
 * The shortest step that makes at most 120 periods; a minute is cut into seconds, an hour into minutes, a
 * week or more into days.
 */
function defaultStep(resolve: Resolver, { timezone }: Zoned): number {
  const found = steps.find(step => {
    const { from, to, length, onClocks = length } = resolve(step)
    if (length === minute) return step === 1
    if (length === hour) return step === minute
    if (Math.max(length, onClocks) >= 7 * secondsOfDay && step < secondsOfDay) return false
    // With more than twice as many periods the step is too short: no need to count them one by one.
    if ((to - from) / step > 2 * maxPeriods) return false
    return boundsOf(from, to, step, timezone).length - 1 <= maxPeriods
  })
  return found ?? 30 * secondsOfDay
}
