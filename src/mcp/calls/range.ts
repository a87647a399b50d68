import { Type } from 'typebox'
import type { TimeRange } from '../../schema/time-range.ts'
import { ToolError } from './tool-error.ts'

const Moment = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

/** Arguments for the time range of a tool. */
export const rangeMembers = {
  range: Type.String({
    default: 'last_1_hours',
    maxLength: 60,
    description:
      'last_<n>_minutes, last_<n>_hours, last_<n>_days, last_<n>_weeks, last_<n>_months, today or yesterday. Without effect when `from` is given',
  }),
  from: Moment('Start: ISO 8601 with a zone (2026-01-31T12:00:00Z) or Unix seconds'),
  to: Moment('End, excluded; like `from`, and only with it. Now when absent'),
  timezone: Type.Optional(
    Type.String({ maxLength: 60, description: 'IANA name, for today, yesterday and steps of days' }),
  ),
}

interface RangeArguments {
  range: string
  from?: string
  to?: string
  timezone?: string
}

/**
 * The time_range of a query. Throws a ToolError, with the argument's name, for a moment that cannot be parsed
 * and for an end before 1970.
 */
export function timeRangeOf(
  { range, from, to, timezone }: RangeArguments,
  names = { from: 'from', to: 'to' },
): TimeRange {
  const zone = timezone === undefined ? {} : { timezone }
  if (from === undefined) {
    if (to !== undefined) throw new ToolError(`\`${names.to}\` needs \`${names.from}\`.`)
    return { preset: range, ...zone }
  }
  // In a query, 0 means now, and a negative number is relative to now. An earlier start means all events.
  const ts_from = Math.max(1, Math.floor(secondsOf(names.from, from)))
  if (to === undefined) return { ts_from, ts_to: 0, ...zone }
  const ts_to = Math.ceil(secondsOf(names.to, to))
  if (ts_to <= 0)
    throw new ToolError(`\`${names.to}\` is "${to}": expected a time after 1970-01-01T00:00:00Z.`)
  return { ts_from, ts_to, ...zone }
}

const isoWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/
const unixSeconds = /^\d{1,11}(\.\d{1,9})?$/

function secondsOf(name: string, text: string): number {
  if (unixSeconds.test(text)) return Number(text)
  // NaN for a date such as 2026-13-01, which has the form of one.
  const seconds = isoWithZone.test(text) ? Date.parse(text) / 1_000 : Number.NaN
  if (Number.isFinite(seconds)) return seconds
  throw new ToolError(`\`${name}\` is "${text}": expected 2026-01-31T12:00:00Z or Unix seconds.`)
}
