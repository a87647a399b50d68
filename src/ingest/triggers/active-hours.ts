import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { utc, zoneNamed } from '../../time/zone.ts'

const dayMinutes = 1_440

/** Compiles active hours into a test of a moment (Unix seconds), exact to the minute. */
export function compileActiveHours({ timezone, days, from, to }: ActiveHours): (second: number) => boolean {
  const zone = zoneNamed(timezone) ?? utc
  const isDay = Array.from({ length: 8 }, (_, day) => days.includes(day))
  const begin = minutesOf(from)
  const end = minutesOf(to)
  return second => {
    const local = zone.toLocal(second)
    const today = Math.floor(local / daySeconds)
    const minute = Math.floor((local - today * daySeconds) / 60)
    if (begin < end) return isDay[weekday(today)] === true && minute >= begin && minute < end
    if (minute >= begin) return isDay[weekday(today)] === true
    return minute < end && isDay[weekday(today - 1)] === true
  }
}

/** Weekday of a day, counted from 1970-01-01 (a Thursday): 1 is Monday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number)
  return ((hours ?? 0) * 60 + (minutes ?? 0)) % (dayMinutes + 1)
}
