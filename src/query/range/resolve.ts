import type { Fault } from '../../schema/fault.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { ResolvedRange } from '../kind.ts'
import { validationFault } from '../param-fault.ts'
import { defaultStep, secondsOfWeek } from './default-step.ts'
import { type Grid, gridOf, secondsOfDay } from './grid.ts'
import {
  defaultPreset,
  laterThanEnd,
  type ParsedTimeRange,
  parseTimeRange,
  type RangeEnd,
} from './parse-time-range.ts'

const maxPeriods = 100_000
/** Clocks tell milliseconds: the first moment after a boundary. */
const clockTickSeconds = 0.001

/**
 * A time_range held against a clock (`now`: Unix seconds, fraction allowed). Absent: the last hour. Throws a Fault
 * validation keyed `params.time_range.<member>`.
 *
 * Stamps in Unix seconds and calendar days are used as given, their first and last period cut to them. An end that
 * moves with the clock is rounded up to the next boundary of the step; when both move, the length is rounded up to
 * whole steps too. No range starts before 1970.
 */
export function resolveRange(
  timeRange: TimeRange | undefined,
  now: number,
  defaults: { timezone: string },
): ResolvedRange {
  const read = parseTimeRange(timeRange ?? { preset: defaultPreset }, defaults.timezone)
  if ('faults' in read) throw validationFault(read.faults)
  const { meaning } = read
  const placed =
    'daysAgo' in meaning.span ? calendarDay(meaning, meaning.span.daysAgo, now) : ends(meaning, now)
  const { step, grid, relative, validUntil } = placed
  const from = Math.max(0, placed.from)
  const to = Math.max(0, placed.to)
  if ((to - from) / step > maxPeriods + 2) throw tooManyPeriods()
  const bounds = from === to ? [from] : [from, ...grid.between(from, to), to]
  if (bounds.length - 1 > maxPeriods) throw tooManyPeriods()
  return { from, to, step, bounds, timezone: meaning.timezone, relative, now, validUntil }
}

interface PlacedRange {
  from: number
  to: number
  step: number
  grid: Grid
  relative: boolean
  validUntil: number | null
}

/** today and yesterday: from midnight to midnight, moving at the midnight after now. */
function calendarDay(meaning: ParsedTimeRange, daysAgo: number, now: number): PlacedRange {
  const { zone } = meaning
  const today = zone.dayOf(Math.floor(now))
  const from = zone.startOfDay(today - daysAgo)
  const to = zone.startOfDay(today - daysAgo + 1)
  const validUntil = zone.startOfDay(today + 1)
  return { from, to, ...asGiven(meaning, from, to), relative: true, validUntil }
}

function ends(meaning: ParsedTimeRange, now: number): PlacedRange {
  // Calendar days are placed elsewhere.
  if ('daysAgo' in meaning.span) throw new Error('a calendar day has no ends')
  const { from, to } = meaning.span
  if ('fromNow' in from && 'fromNow' in to) return sliding(meaning, from.fromNow, to.fromNow, now)
  if (momentOf(from, now) > momentOf(to, now)) {
    throw validationFault([{ path: 'time_range.ts_from', message: laterThanEnd }])
  }
  if ('at' in from && 'at' in to) {
    return {
      from: from.at,
      to: to.at,
      ...asGiven(meaning, from.at, to.at),
      relative: false,
      validUntil: null,
    }
  }
  return halfMoving(meaning, from, to, now)
}

/** Both ends move: last_<n>_<unit>, negative and zero stamps. */
function sliding(meaning: ParsedTimeRange, fromNow: number, toNow: number, now: number): PlacedRange {
  const length = toNow - fromNow
  const step = meaning.step ?? defaultStep(length, each => Math.ceil(length / each))
  const grid = gridOf(step, meaning.zone)
  const to = grid.atOrAfter(now + toNow)
  return {
    from: startOf(to, length, step, grid),
    to,
    step,
    grid,
    relative: true,
    validUntil: to - toNow + clockTickSeconds,
  }
}

/**
 * The boundary that lies the length, rounded up to whole steps, before this one. A step of days follows the calendar, so a range may be an hour
 * shorter where the clock was put forward; a date that the zone left out (Pacific/Apia, 2011-12-30) is made up for by one step more.
 */
function startOf(to: number, length: number, step: number, grid: Grid): number {
  const steps = Math.ceil(length / step)
  const from = grid.back(to, steps)
  const omittedDays = Math.round((steps * step - (to - from)) / secondsOfDay)
  return steps * step - omittedDays * secondsOfDay < length ? grid.back(to, steps + 1) : from
}

/** One end is fixed and used as given; the other moves, at most to the fixed end. */
function halfMoving(meaning: ParsedTimeRange, fromEnd: RangeEnd, toEnd: RangeEnd, now: number): PlacedRange {
  const { step, grid } = asGiven(meaning, Math.ceil(momentOf(fromEnd, now)), Math.ceil(momentOf(toEnd, now)))
  const place = (end: RangeEnd): number => ('at' in end ? end.at : grid.atOrAfter(momentOf(end, now)))
  const to = place(toEnd)
  const from = Math.min(place(fromEnd), to)
  const passed = (end: RangeEnd): number =>
    'at' in end ? Number.POSITIVE_INFINITY : place(end) - end.fromNow
  const boundary = Math.min(passed(fromEnd), passed(toEnd))
  // The default step follows the length, which changes every second.
  const moves = meaning.step === undefined ? Math.min(boundary, Math.ceil(now)) : boundary
  return { from, to, step, grid, relative: true, validUntil: moves + clockTickSeconds }
}

function momentOf(end: RangeEnd, now: number): number {
  return 'at' in end ? end.at : now + end.fromNow
}

/** The wanted or the default step of a range whose ends stay as they are. */
function asGiven(meaning: ParsedTimeRange, from: number, to: number): { step: number; grid: Grid } {
  const { zone } = meaning
  const periods = (each: number): number => gridOf(each, zone).between(from, to).length + 1
  // A week in which clocks go forward has an hour less, but no day less.
  const onClocks = to - from + zone.offset(to) - zone.offset(from)
  const isWeek = Math.max(to - from, onClocks) >= secondsOfWeek
  const step = meaning.step ?? defaultStep(to - from, periods, isWeek)
  return { step, grid: gridOf(step, zone) }
}

function tooManyPeriods(): Fault {
  const message = 'expected a step that makes at most 100,000 periods of this range'
  return validationFault([{ path: 'time_range.step', message }])
}
