import type { RatePeriod } from '../../../schema/query/event-rate.ts'

/** The average over a longer time would follow changes too slowly, over a shorter time it would jump. */
const averagedSeconds = 10

/**
 * Occurrences per second over the last ten periods of a second that ended before a moment; undefined if no
 * period has ended.
 */
export function eventsPerSecond(periods: readonly RatePeriod[], now: number): number | undefined {
  const ended = periods.filter(period => period.ts_to <= now).slice(-averagedSeconds)
  const [first] = ended
  const last = ended.at(-1)
  if (!first || !last) return undefined
  return ended.reduce((sum, period) => sum + period.count, 0) / (last.ts_to - first.ts_from)
}
