import type { TimeRange } from '../../schema/time-range.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { type Zone, zoneNamed } from '../../time/zone.ts'
import type { ParamFault } from '../param-fault.ts'

/** A month has 30 days, a year 365. */
const secondsOfUnit: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: daySeconds,
  week: 7 * daySeconds,
  month: 30 * daySeconds,
  year: 365 * daySeconds,
}

/** An end of a range: a Unix second, or seconds relative to now (never positive). */
export type RangeEnd = { at: number } | { fromNow: number }
/** The ends of a range, or a calendar day: 0 is today, 1 yesterday. */
type Span = { from: RangeEnd; to: RangeEnd } | { daysAgo: number }

/** A time_range before it is resolved at a moment. */
export interface ParsedTimeRange {
  span: Span
  step: number | undefined
  zone: Zone
  /** Name of `zone`: of the params, or the default. */
  timezone: string
}

export const defaultPreset = 'last_1_hours'

/** The store holds events up to the year 2299; a timestamp in milliseconds is later. */
const maxTimestamp = Date.UTC(2300, 0, 1) / 1000
const maxStep = 3_650 * daySeconds

/**
 * Parses a time_range that is valid by its schema. Paths of faults are relative to the params. Without preset
 * and timestamps the range is the last hour; without ts_to it ends now. resolveRange refuses ranges that are
 * inverted only at some moments, such as from yesterday 12:00 until one day ago.
 */
export function parseTimeRange(
  timeRange: TimeRange,
  defaultTimezone: string,
): { parsed: ParsedTimeRange } | { faults: ParamFault[] } {
  const faults: ParamFault[] = []
  const refuse = (member: keyof TimeRange, message: string): undefined => {
    faults.push({ path: `time_range.${member}`, message })
  }
  const timezone = timeRange.timezone ?? defaultTimezone
  const zone = zoneNamed(timezone) ?? refuse('timezone', `expected an IANA time zone, not "${timezone}"`)
  if (timeRange.step !== undefined && timeRange.step > maxStep) {
    refuse('step', `expected at most ${maxStep} seconds (3,650 days)`)
  }
  const span = readSpan(timeRange, refuse)
  if (faults.length > 0 || zone === undefined || span === undefined) return { faults }
  return { parsed: { span, step: timeRange.step, zone, timezone } }
}

type Refuse = (member: keyof TimeRange, message: string) => undefined

function readSpan(timeRange: TimeRange, refuse: Refuse): Span | undefined {
  const { preset, ts_from, ts_to } = timeRange
  if (ts_from === undefined && ts_to === undefined) return readPreset(preset ?? defaultPreset, refuse)
  if (preset !== undefined) return refuse('preset', 'expected either preset or ts_from and ts_to, not both')
  if (ts_from === undefined) return refuse('ts_from', 'expected with ts_to')
  for (const [member, stamp] of [
    ['ts_from', ts_from],
    ['ts_to', ts_to ?? 0],
  ] as const) {
    if (stamp >= maxTimestamp) refuse(member, `expected Unix seconds before ${maxTimestamp} (the year 2300)`)
  }
  const from = readStamp(ts_from)
  const to = readStamp(ts_to ?? 0)
  const isInverted =
    ('at' in from && 'at' in to && from.at > to.at) ||
    ('fromNow' in from && 'fromNow' in to && from.fromNow > to.fromNow)
  if (isInverted) refuse('ts_from', laterThanEnd)
  return { from, to }
}

export const laterThanEnd = 'expected a time that is not later than ts_to'

/** A positive timestamp is a Unix second, any other is relative to now. */
function readStamp(stamp: number): RangeEnd {
  return stamp > 0 ? { at: stamp } : { fromNow: ago(-stamp) }
}

function readPreset(name: string, refuse: Refuse): Span | undefined {
  const preset = parsePreset(name)
  if (preset === undefined) {
    return refuse('preset', 'expected last_<n>_<unit>, last_<unit> (second to year), today or yesterday')
  }
  return 'daysAgo' in preset ? preset : { from: { fromNow: ago(preset.lastSeconds) }, to: { fromNow: 0 } }
}

/**
 * The `fromNow` of a moment this many seconds ago; never -0. Limited, since no range starts before 1970
 * anyway.
 */
function ago(seconds: number): number {
  return seconds === 0 ? 0 : -Math.min(seconds, maxTimestamp)
}

/** A duration that ends now, or a calendar day. */
type Preset = { lastSeconds: number } | { daysAgo: number }

/** Parses last_<n>_<unit> (n below 1,000,000,000), last_<unit>, today, yesterday; otherwise undefined. */
function parsePreset(name: string): Preset | undefined {
  if (name === 'today') return { daysAgo: 0 }
  if (name === 'yesterday') return { daysAgo: 1 }
  const match = /^last_(?:(\d{1,9})_)?(second|minute|hour|day|week|month|year)s?$/.exec(name)
  const unitSeconds = secondsOfUnit[match?.[2] ?? '']
  const count = Number(match?.[1] ?? 1)
  return unitSeconds === undefined || count === 0 ? undefined : { lastSeconds: count * unitSeconds }
}
