import { daySeconds, zoneOf } from './zone.ts'

export { daySeconds }

/** A unit of the calendar or the clock. */
export type DateUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** Units by their letter in date math such as "now-1d/d". M is a month. */
export const dateUnits: ReadonlyMap<string, DateUnit> = new Map([
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
  ['M', 'month'],
  ['y', 'year'],
])
const clockSeconds = { second: 1, minute: 60, hour: 3_600 } as const
const daysOf = { day: 1, week: 7 } as const
const monthsOf = { month: 1, year: 12 } as const

/** The start of the minute, day, week (Monday), … that contains a moment (Unix seconds). */
export function startOfUnit(at: number, unit: DateUnit, zone: string): number {
  const calendar = zoneOf(zone)
  if (unit === 'second' || unit === 'minute' || unit === 'hour') {
    const local = calendar.toLocal(at)
    const localStart = Math.floor(local / clockSeconds[unit]) * clockSeconds[unit]
    return at - (local - localStart)
  }
  const day = calendar.dayOf(at)
  if (unit === 'day') return calendar.startOfDay(day)
  if (unit === 'week') {
    // Day 0 (1970-01-01) was a Thursday, 3 days after a Monday. Days before 1970 are negative.
    const daysSinceMonday = (((day + 3) % 7) + 7) % 7
    return calendar.startOfDay(day - daysSinceMonday)
  }
  const date = new Date(day * daySeconds * 1000)
  const month = unit === 'year' ? 0 : date.getUTCMonth()
  return calendar.startOfDay(Date.UTC(date.getUTCFullYear(), month) / 1000 / daySeconds)
}

/**
 * The moment `by` units after `at` (negative: before). Days and longer units keep the time of day. Months
 * keep the day of the month, or take the last day of the month.
 */
export function moveMoment(at: number, by: number, unit: DateUnit, zone: string): number {
  const calendar = zoneOf(zone)
  if (by === 0) return at
  if (unit === 'second' || unit === 'minute' || unit === 'hour') return at + by * clockSeconds[unit]
  const local = calendar.toLocal(at)
  if (unit === 'day' || unit === 'week') return calendar.toUtc(local + by * daysOf[unit] * daySeconds)
  const date = new Date(local * 1000)
  const month = date.getUTCMonth() + by * monthsOf[unit]
  const lastDate = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const localMidnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDate)) / 1000
  const secondOfDay = local - Math.floor(local / daySeconds) * daySeconds
  return calendar.toUtc(localMidnight + secondOfDay)
}
