import type { Zone } from '../../time/zone.ts'

export const secondsOfDay = 86_400

/** The boundaries that the periods of a step lie on. */
export interface Grid {
  /** The first boundary at or after a moment (Unix seconds, fraction allowed). */
  atOrAfter(moment: number): number
  /** The boundary so many steps before this boundary. */
  back(boundary: number, steps: number): number
  /** All boundaries between two moments, both left out, ascending. */
  between(from: number, to: number): number[]
}

/** Whole days are steps on the calendar of the zone, every other step is so many seconds. */
export function gridOf(step: number, zone: Zone): Grid {
  return step % secondsOfDay === 0 ? dayGrid(step / secondsOfDay, zone) : secondGrid(step)
}

/** Multiples of the step since 1970-01-01T00:00:00Z. */
function secondGrid(step: number): Grid {
  return {
    atOrAfter: moment => Math.ceil(moment / step) * step,
    back: (boundary, steps) => boundary - steps * step,
    between(from, to) {
      const found: number[] = []
      for (let at = (Math.floor(from / step) + 1) * step; at < to; at += step) found.push(at)
      return found
    },
  }
}

/** Local midnights; of steps of several days those whose day number is a multiple. */
function dayGrid(days: number, zone: Zone): Grid {
  return {
    atOrAfter(moment) {
      const day = Math.ceil(zone.dayOf(Math.floor(moment)) / days) * days
      const start = zone.startOfDay(day)
      return start >= moment ? start : zone.startOfDay(day + days)
    },
    back(boundary, steps) {
      // A boundary may be the start of several days, when the zone left dates out: of the first one that counts.
      const first = Math.ceil((zone.dayOf(boundary - 1) + 1) / days) * days
      return zone.startOfDay(first - steps * days)
    },
    between(from, to) {
      const found: number[] = []
      let last = from
      for (let day = Math.floor(zone.dayOf(from) / days) * days; ; day += days) {
        const at = zone.startOfDay(day)
        if (at >= to) return found
        // A date that the zone left out begins and ends with the next one.
        if (at > last) found.push(at)
        last = Math.max(last, at)
      }
    },
  }
}
