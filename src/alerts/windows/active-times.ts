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
  // The inactive span that was found last, end exclusive: the states of a trigger ask for the same span.
  let inactiveFrom = 0
  let inactiveTo = 0
  return {
    ...outageTimes,
    isActive,
    next(second) {
      if (second >= inactiveFrom && second < inactiveTo) return inactiveTo
      if (isActive(second)) return second
      inactiveFrom = Math.floor(second / 60) * 60
      inactiveTo = inactiveFrom
      for (let left = minutesOfWeek; left > 0 && !isActive(inactiveTo); left--) inactiveTo += 60
      return inactiveTo
    },
  }
}
