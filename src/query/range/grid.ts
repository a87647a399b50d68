import { daySeconds } from '../../time/calendar-units.ts'
import type { Zone } from '../../time/zone.ts'

/** The boundaries of periods of one step length. */
export interface Grid {
  /** The first boundary at or after a moment (Unix seconds, may be a fraction). */
  atOrAfter(moment: number): number
  /** The boundary that is `steps` steps before this one. */
  back(boundary: number, steps: number): number
  /** All boundaries strictly between two moments, ascending. */
  between(from: number, to: number): number[]
}

/** The grid of a step. Steps of whole days follow the calendar of the zone. */
export function gridOf(step: number, zone: Zone): Grid {
  return step % daySeconds === 0 ? dayGrid(step / daySeconds, zone) : secondGrid(step)
}

/** Multiples of the step since 1970-01-01T00:00:00Z. */
function secondGrid(step: number): Grid {
  return {
    atOrAfter: moment => Math.ceil(moment / step) * step,
    back: (boundary, steps) => boundary - steps * step,
    between(from, to) {
      const boundaries: number[] = []
      for (let at = (Math.floor(from / step) + 1) * step; at < to; at += step) boundaries.push(at)
      return boundaries
    },
  }
}

/** Midnights of local days whose number is a multiple of the step. */
function dayGrid(days: number, zone: Zone): Grid {
  return {
    atOrAfter(moment) {
      const day = Math.ceil(zone.dayOf(Math.floor(moment)) / days) * days
      const start = zone.startOfDay(day)
      return start >= moment ? start : zone.startOfDay(day + days)
    },
    back(boundary, steps) {
      // If the zone skipped dates, a boundary is the start of several days; the first multiple counts.
      const firstMultiple = Math.ceil((zone.dayOf(boundary - 1) + 1) / days) * days
      return zone.startOfDay(firstMultiple - steps * days)
    },
    between(from, to) {
      const boundaries: number[] = []
      let previous = from
      for (let day = Math.floor(zone.dayOf(from) / days) * days; ; day += days) {
        const at = zone.startOfDay(day)
        if (at >= to) return boundaries
        // A skipped date begins at the same moment as the next one.
        if (at > previous) boundaries.push(at)
        previous = Math.max(previous, at)
      }
    },
  }
}
