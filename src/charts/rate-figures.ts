import type { EventRateResults } from '../schema/query/event-rate.ts'

/** Rates of an EventRate, a second; undefined where no period has counts yet. */
export interface RateFigures {
  /** Of the newest period that has ended. */
  latest: number | undefined
  average: number | undefined
  /** Of the busiest period; the running one counts over its whole length. */
  peak: number | undefined
  sum: number
  /** Average count a period, for a line across the bars. */
  level: number | undefined
}

/** `now`: Unix seconds of the results (base_time). */
export function rateFigures(results: EventRateResults, now: number): RateFigures {
  const { details, totals } = results
  const newest = details.findLast(period => period.ts_to <= now)
  const begun = Math.min(now, totals.ts_to) - totals.ts_from
  let peak: number | undefined
  for (const period of details) {
    if (period.ts_from < now) peak = Math.max(peak ?? 0, perSecond(period))
  }
  return {
    latest: newest && perSecond(newest),
    average: begun > 0 ? totals.sum / begun : undefined,
    peak,
    sum: totals.sum,
    level: totals.avg ?? undefined,
  }
}

function perSecond(period: { ts_from: number; ts_to: number; count: number }): number {
  return period.count / Math.max(1, period.ts_to - period.ts_from)
}
