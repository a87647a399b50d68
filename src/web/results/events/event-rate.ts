import type { RatePeriod } from '../../../schema/query/event-rate.ts'

const averagedSeconds = 10

/**
 * Occurrences per second over the last ten whole seconds before a moment; undefined without any to average.
 */
export function eventsPerSecond(periods: readonly RatePeriod[], now: number): number | undefined {
  const whole = periods.filter(period => period.ts_to <= now).slice(-averagedSeconds)
  const [first] = whole
  const last = whole.at(-1)
  if (!first || !last) return undefined
  return whole.reduce((sum, period) => sum + period.count, 0) / (last.ts_to - first.ts_from)
}
