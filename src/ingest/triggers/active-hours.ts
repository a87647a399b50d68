import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { utc, zoneNamed } from '../../time/zone.ts'

/**
 * Compiles active hours into a test of a moment (Unix seconds), exact to the minute. Equal times mean the 24
 * hours from that time on.
 */
export function compileActiveHours({ timezone, days, from, to }: ActiveHours): (second: number) => boolean {
  const zone = zoneNamed(timezone) ?? utc
  // By weekday, from 1 (Monday).
  const isDay = Array.from({ length: 8 }, (_, day) => days.includes(day))
  const beginMinute = minutesOf(from)
  const endMinute = minutesOf(to)
  return second => {
    const local = zone.toLocal(second)
    const today = Math.floor(local / daySeconds)
    const minute = Math.floor((local - today * daySeconds) / 60)
    const isToday = isDay[weekday(today)] === true
    if (beginMinute < endMinute) return isToday && minute >= beginMinute && minute < endMinute
    // The hours pass midnight: before `to`, they began on the day before.
    if (minute >= beginMinute) return isToday
    return minute < endMinute && isDay[weekday(today - 1)] === true
  }
}

/** Weekday of a day, counted from 1970-01-01 (a Thursday): 1 is Monday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Minutes since midnight of `hh:mm`; 24:00 is 1,440. */
function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}
