import { zoneOf } from './zone.ts'

/** A length of time, which is a number of one unit. */
export interface TypedDuration {
  count: number
  unit: DateUnit
}

const unitNames: ReadonlyMap<string, DateUnit> = new Map([
  ['s', 'second'],
  ['sec', 'second'],
  ['second', 'second'],
  ['m', 'minute'],
  ['min', 'minute'],
  ['minute', 'minute'],
  ['h', 'hour'],
  ['hr', 'hour'],
  ['hour', 'hour'],
  ['d', 'day'],
  ['day', 'day'],
  ['w', 'week'],
  ['wk', 'week'],
  ['week', 'week'],
  ['mo', 'month'],
  ['month', 'month'],
  ['y', 'year'],
  ['yr', 'year'],
  ['year', 'year'],
])
/** Units that may be added to each other, longest first. Months and years differ in length. */
const addable: readonly (readonly [unit: DateUnit, seconds: number])[] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const maxCount = 999_999

/**
 * Reads a length of time, in lower case: "15m", "2 hours", "week", or several of them, longest unit first:
 * "1h30m" is 90 minutes. undefined for other texts and for zero.
 */
export function parseDuration(text: string): TypedDuration | undefined {
  const single = /^(\d{1,6})? ?([a-z]+)$/.exec(text)
  if (single) return durationOf(Number(single[1] ?? 1), unitNamed(single[2]))
  if (!/^(?:\d{1,6} ?[a-z]+ ?){2,5}$/.test(text)) return undefined
  const parts = [...text.matchAll(/(\d+) ?([a-z]+)/g)].map(([, count, name]) => {
    const rank = addable.findIndex(([unit]) => unit === unitNamed(name))
    return { count: Number(count), rank }
  })
  if (parts.some(({ rank }, index) => rank < 0 || rank <= (parts[index - 1]?.rank ?? -1))) return undefined
  const shortest = addable[parts.at(-1)?.rank ?? -1]
  if (!shortest) return undefined
  const seconds = parts.reduce((sum, { count, rank }) => sum + count * (addable[rank]?.[1] ?? 0), 0)
  return durationOf(seconds / shortest[1], shortest[0])
}

function unitNamed(name = ''): DateUnit | undefined {
  return unitNames.get(name) ?? unitNames.get(name.replace(/s$/, ''))
}

function durationOf(count: number, unit: DateUnit | undefined): TypedDuration | undefined {
  return unit && count > 0 && count <= maxCount ? { count, unit } : undefined
}

/** A unit of the calendar or the clock. */
type DateUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** Units by their letters in "now-1d/d"; M is a month. */
export const dateUnits: ReadonlyMap<string, DateUnit> = new Map([
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
  ['M', 'month'],
  ['y', 'year'],
])
const daySeconds = 86_400
const clockSeconds = { second: 1, minute: 60, hour: 3_600 } as const
const daysOf = { day: 1, week: 7 } as const
const monthsOf = { month: 1, year: 12 } as const

/** The start of the minute, day, week (Monday), … that contains a moment (Unix seconds). */
export function startOfUnit(at: number, unit: DateUnit, zone: string): number {
  const calendar = zoneOf(zone)
  if (unit === 'second' || unit === 'minute' || unit === 'hour') {
    const local = calendar.toLocal(at)
    return at - (local - Math.floor(local / clockSeconds[unit]) * clockSeconds[unit])
  }
  const day = calendar.dayOf(at)
  if (unit === 'day') return calendar.startOfDay(day)
  // 1970-01-01 was a Thursday.
  if (unit === 'week') return calendar.startOfDay(day - ((((day + 3) % 7) + 7) % 7))
  const date = new Date(day * daySeconds * 1000)
  return calendar.startOfDay(
    Date.UTC(date.getUTCFullYear(), unit === 'year' ? 0 : date.getUTCMonth()) / 1000 / daySeconds,
  )
}

/**
 * The moment `by` units later. Days and longer units keep the time of day; months keep the day of the month,
 * or take their last day.
 */
export function moveMoment(at: number, by: number, unit: DateUnit, zone: string): number {
  const calendar = zoneOf(zone)
  if (by === 0) return at
  if (unit === 'second' || unit === 'minute' || unit === 'hour') return at + by * clockSeconds[unit]
  const local = calendar.toLocal(at)
  if (unit === 'day' || unit === 'week') return calendar.toUtc(local + by * daysOf[unit] * daySeconds)
  const date = new Date(local * 1000)
  const month = date.getUTCMonth() + by * monthsOf[unit]
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)) / 1000
  return calendar.toUtc(day + (((local % daySeconds) + daySeconds) % daySeconds))
}
