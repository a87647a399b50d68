import type { RatePeriod } from '../../../schema/query/event-rate.ts'

/** An average over more seconds would follow changes too slowly; over fewer, it would jump. */
const averagedSeconds = 10

/**
 * Occurrences per second over the last ten (or fewer) periods, each of a second, that have ended at `now`;
 * undefined if no period has ended.
 */
export function eventsPerSecond(periods: readonly RatePeriod[], now: number): number | undefined {
  const ended = periods.filter(period => period.ts_to <= now).slice(-averagedSeconds)
  const [first] = ended
  const last = ended.at(-1)
  if (!first || !last) return undefined
  return ended.reduce((sum, period) => sum + period.count, 0) / (last.ts_to - first.ts_from)
}
