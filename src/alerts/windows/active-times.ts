import { compileActiveHours } from '../../ingest/triggers/active-hours.ts'
import type { ActiveHours } from '../../schema/trigger-parts.ts'

/** When a trigger judges: outside of its active hours it sees no events, so that nothing is missing. */
export interface ActiveTimes {
  isActive(second: number): boolean
  /** The first second from this one on at which it is active. */
  next(second: number): number
}

const minutesOfWeek = 7 * 1_440

const always: ActiveTimes = { isActive: () => true, next: second => second }

export function activeTimes(hours: ActiveHours | null): ActiveTimes {
  if (hours === null) return always
  const isActive = compileActiveHours(hours)
  // The last time outside of the hours that was looked at: many keys ask about the same one.
  let from = 0
  let to = 0
  return {
    isActive,
    next(second) {
      if (second >= from && second < to) return to
      if (isActive(second)) return second
      let at = Math.floor(second / 60) * 60
      from = at
      for (let left = minutesOfWeek; left > 0 && !isActive(at); left--) at += 60
      to = at
      return to
    },
  }
}
