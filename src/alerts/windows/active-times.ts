import { compileActiveHours } from '../../ingest/triggers/active-hours.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'
import { afterOutages, type Outage, touchesOutage } from './outages.ts'

/**
 * When a trigger judges. Outside of its active hours and in outages of the service it sees no events, so
 * missing events mean nothing.
 */
export interface ActiveTimes {
  isActive(second: number): boolean
  /** The first active second from this one on. */
  next(second: number): number
  /**
   * This second, or the end of an outage plus the time for senders to reconnect: `seconds`, 5 minutes at
   * most.
   */
  afterOutages(second: number, seconds: number): number
  /** Whether events of this span may not have been received. */
  hasOutage(from: number, to: number): boolean
}

const minutesOfWeek = 7 * 1_440

/** `outages`: ascending. */
export function activeTimes(hours: ActiveHours | null, outages: readonly Outage[] = []): ActiveTimes {
  const received = {
    afterOutages: (second: number, seconds: number) => afterOutages(outages, second, seconds),
    hasOutage: (from: number, to: number) => touchesOutage(outages, from, to),
  }
  if (hours === null) return { ...received, isActive: () => true, next: second => second }
  const isActive = compileActiveHours(hours)
  // The last span outside of the hours that was looked up: many keys ask for the same one.
  let from = 0
  let to = 0
  return {
    ...received,
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
