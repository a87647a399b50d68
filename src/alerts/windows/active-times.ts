import { compileActiveHours } from '../../ingest/triggers/active-hours.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'
import { afterOutages, type Outage, touchesOutage } from './outages.ts'

/**
 * The times at which a trigger evaluates its condition. Outside of its active hours, and in outages of the
 * service, it sees no events, so missing events mean nothing then.
 */
export interface ActiveTimes {
  isActive(second: number): boolean
  /** This second if it is active, else the next active second. */
  next(second: number): number
  /** The deadline, postponed past outages, so that senders have had time to reconnect: see outages.ts. */
  afterOutages(deadline: number, waitSeconds: number): number
  /** Whether the service may have missed events of this span. */
  hasOutage(from: number, to: number): boolean
}

const minutesOfWeek = 7 * 1_440

/** The active times of a trigger. `hours`: null for always. `outages`: in order of time. */
export function activeTimes(hours: ActiveHours | null, outages: readonly Outage[] = []): ActiveTimes {
  const outageTimes = {
    afterOutages: (deadline: number, waitSeconds: number) => afterOutages(outages, deadline, waitSeconds),
    hasOutage: (from: number, to: number) => touchesOutage(outages, from, to),
  }
  if (hours === null) return { ...outageTimes, isActive: () => true, next: second => second }
  const isActive = compileActiveHours(hours)
  // The inactive span [from, to) that was found last: the states of a trigger ask for the same span.
  let from = 0
  let to = 0
  return {
    ...outageTimes,
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
