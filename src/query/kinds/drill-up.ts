import { zoneOf } from '../../time/zone.ts'
import type { ResolvedRange } from '../kind.ts'
import { secondsOfDay } from '../range/grid.ts'

const secondsOfHour = 3_600

/**
 * The next wider range. For less than an hour: the hours that it touches (multiples of 3,600 s, like periods
 * of an hour). For less than a day: the calendar days of its zone. For a day and more: null.
 */
export function drillUp(range: ResolvedRange): { ts_from: number; ts_to: number } | null {
  const length = range.to - range.from
  if (length >= secondsOfDay) return null
  const last = Math.max(range.from, range.to - 1)
  if (length < secondsOfHour) {
    return {
      ts_from: Math.floor(range.from / secondsOfHour) * secondsOfHour,
      ts_to: (Math.floor(last / secondsOfHour) + 1) * secondsOfHour,
    }
  }
  const zone = zoneOf(range.timezone)
  const ts_from = zone.startOfDay(zone.dayOf(range.from))
  const ts_to = zone.startOfDay(zone.dayOf(last) + 1)
  // A day on which the clock goes forward has 23 hours.
  return ts_to - ts_from > length ? { ts_from, ts_to } : null
}
