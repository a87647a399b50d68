import type { Fault } from '../../schema/fault.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import type { ResolvedRange } from '../kind.ts'
import { validationFault } from '../param-fault.ts'
import { type Grid, gridOf } from './grid.ts'
import {
  defaultPreset,
  laterThanEnd,
  type ParsedTimeRange,
  parseTimeRange,
  type RangeEnd,
} from './parse-time-range.ts'

const maxPeriods = 100_000
/** One tick of a clock with milliseconds. A range moves one tick after the clock reaches a boundary. */
const clockTickSeconds = 0.001

/**
 * Resolves a time_range (default: the last hour) at a moment. `now`: Unix seconds with fraction. Throws
 * validation keyed `params.time_range.<member>`. Timestamps and calendar days are used as given, so the first
 * and last period may be shorter. An end that moves with the clock is rounded up to the next boundary of the
 * step; if both ends move, the length is also rounded up to whole steps. No range starts before 1970.
 */
export function resolveRange(
  timeRange: TimeRange | undefined,
  now: number,
  defaults: { timezone: string },
): ResolvedRange {
  const result = parseTimeRange(timeRange ?? { preset: defaultPreset }, defaults.timezone)
  if ('faults' in result) throw validationFault(result.faults)
  const { parsed } = result
  const { span } = parsed
  const placed = 'daysAgo' in span ? calendarDay(parsed, span.daysAgo, now) : placeEnds(parsed, span, now)
  const { step, grid, relative, validUntil } = placed
  const from = Math.max(0, placed.from)
  const to = Math.max(0, placed.to)
  // Refuses far too many periods before listing them, which takes time.
  if ((to - from) / step > maxPeriods + 2) throw tooManyPeriods()
  const bounds = from === to ? [from] : [from, ...grid.between(from, to), to]
  if (bounds.length - 1 > maxPeriods) throw tooManyPeriods()
  return { from, to, step, bounds, timezone: parsed.timezone, relative, now, validUntil }
}

/** A range of time with its step, before its periods are computed. */
interface PlacedRange {
  from: number
  to: number
  step: number
  grid: Grid
  relative: boolean
  validUntil: number | null
}

/** Resolves today and yesterday: from midnight to midnight. */
function calendarDay(parsed: ParsedTimeRange, daysAgo: number, now: number): PlacedRange {
  const { zone } = parsed
  const today = zone.dayOf(Math.floor(now))
  const from = zone.startOfDay(today - daysAgo)
  const to = zone.startOfDay(today - daysAgo + 1)
  const validUntil = zone.startOfDay(today + 1)
  return { from, to, ...stepAndGrid(parsed, from, to), relative: true, validUntil }
}

/** Resolves a range with two ends. Throws validation if it is inverted at this moment. */
function placeEnds(
  parsed: ParsedTimeRange,
  { from, to }: { from: RangeEnd; to: RangeEnd },
  now: number,
): PlacedRange {
  if ('fromNow' in from && 'fromNow' in to) return sliding(parsed, from.fromNow, to.fromNow, now)
  if (momentOf(from, now) > momentOf(to, now)) {
    throw validationFault([{ path: 'time_range.ts_from', message: laterThanEnd }])
  }
  if ('at' in from && 'at' in to) {
    const { step, grid } = stepAndGrid(parsed, from.at, to.at)
    return { from: from.at, to: to.at, step, grid, relative: false, validUntil: null }
  }
  return halfMoving(parsed, from, to, now)
}

/** Resolves ranges with two moving ends: last_<n>_<unit>, negative and zero timestamps. */
function sliding(parsed: ParsedTimeRange, fromNow: number, toNow: number, now: number): PlacedRange {
  const length = toNow - fromNow
  const step = parsed.step ?? defaultStep(length, each => Math.ceil(length / each))
  const grid = gridOf(step, parsed.zone)
  const to = grid.atOrAfter(now + toNow)
  const from = startOf(to, length, step, grid)
  return { from, to, step, grid, relative: true, validUntil: to - toNow + clockTickSeconds }
}

/**
 * The boundary that is at least `length` before `to`, in whole steps. Steps of days follow the calendar: a
 * range may be an hour shorter when clocks go forward, and a skipped date (Pacific/Apia, 2011-12-30) adds a
 * step.
 */
function startOf(to: number, length: number, step: number, grid: Grid): number {
  const steps = Math.ceil(length / step)
  const from = grid.back(to, steps)
  // A skipped date is a step that takes no time.
  const omittedDays = Math.round((steps * step - (to - from)) / daySeconds)
  return steps * step - omittedDays * daySeconds < length ? grid.back(to, steps + 1) : from
}

/** Resolves ranges with one fixed end. The other end moves, but not beyond the fixed one. */
function halfMoving(parsed: ParsedTimeRange, fromEnd: RangeEnd, toEnd: RangeEnd, now: number): PlacedRange {
  const [fromSecond, toSecond] = [Math.ceil(momentOf(fromEnd, now)), Math.ceil(momentOf(toEnd, now))]
  const { step, grid } = stepAndGrid(parsed, fromSecond, toSecond)
  const place = (end: RangeEnd): number => ('at' in end ? end.at : grid.atOrAfter(momentOf(end, now)))
  const to = place(toEnd)
  const from = Math.min(place(fromEnd), to)
  /** When the clock reaches the boundary that the end was rounded up to; a fixed end never moves. */
  const movesAfter = (end: RangeEnd): number =>
    'at' in end ? Number.POSITIVE_INFINITY : place(end) - end.fromNow
  const boundary = Math.min(movesAfter(fromEnd), movesAfter(toEnd))
  // The default step depends on the length, which changes every second.
  const lastMoment = parsed.step === undefined ? Math.min(boundary, Math.ceil(now)) : boundary
  return { from, to, step, grid, relative: true, validUntil: lastMoment + clockTickSeconds }
}

function momentOf(end: RangeEnd, now: number): number {
  return 'at' in end ? end.at : now + end.fromNow
}

/** The given or default step of a range with exactly these ends, and the step's grid. */
function stepAndGrid(parsed: ParsedTimeRange, from: number, to: number): { step: number; grid: Grid } {
  const { zone } = parsed
  const countPeriods = (step: number): number => gridOf(step, zone).between(from, to).length + 1
  // A week in which clocks go forward is an hour shorter, but still a week.
  const localLength = to - from + zone.offset(to) - zone.offset(from)
  const isWeek = Math.max(to - from, localLength) >= secondsOfWeek
  const step = parsed.step ?? defaultStep(to - from, countPeriods, isWeek)
  return { step, grid: gridOf(step, zone) }
}

function tooManyPeriods(): Fault {
  const message = 'expected a step that makes at most 100,000 periods of this range'
  return validationFault([{ path: 'time_range.step', message }])
}

const minute = 60
const hour = 3_600
const secondsOfWeek = 7 * daySeconds
const standardSteps = [
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
  daySeconds,
  secondsOfWeek,
]
const maxDefaultStep = 30 * daySeconds
const maxDefaultPeriods = 120

/**
 * The step of a range without one: the shortest standard step with at most 120 periods. A minute gets
 * seconds, an hour minutes, a week or more whole days. `countPeriods`: counts the periods of a step.
 * `isWeek`: whether the range is a week or more by local time.
 */
function defaultStep(
  length: number,
  countPeriods: (step: number) => number,
  isWeek = length >= secondsOfWeek,
): number {
  if (length === minute) return 1
  if (length === hour) return minute
  // Counting days takes time, so steps that are far too short are excluded first.
  const fits = (step: number): boolean =>
    length / step <= maxDefaultPeriods + 2 && countPeriods(step) <= maxDefaultPeriods
  const minStep = isWeek ? daySeconds : 1
  return standardSteps.find(step => step >= minStep && fits(step)) ?? maxDefaultStep
}
