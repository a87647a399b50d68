import type { EventRateResults } from '../schema/query/event-rate.ts'

/**
 * Figures of an EventRate for reports and the terminal, in events per second (period-figures.ts has the rates
 * of the page's widgets). Figures that need a period or an elapsed second are undefined without one.
 */
export interface RateFigures {
  /** Rate of the newest period that has ended. */
  latest: number | undefined
  average: number | undefined
  /** Highest rate of a period. The current period counts with its full length. */
  peak: number | undefined
  /** Events in all periods. */
  sum: number
  /** Average count of a period: the height of a horizontal line across the bars. */
  level: number | undefined
}

/** Computes the figures. `now`: Unix seconds at which the results were computed (base_time). */
export function rateFigures(results: EventRateResults, now: number): RateFigures {
  const { details, totals } = results
  const newest = details.findLast(period => period.ts_to <= now)
  const elapsedSeconds = Math.min(now, totals.ts_to) - totals.ts_from
  let peak: number | undefined
  for (const period of details) {
    if (period.ts_from < now) peak = Math.max(peak ?? 0, perSecond(period))
  }
  return {
    latest: newest && perSecond(newest),
    average: elapsedSeconds > 0 ? totals.sum / elapsedSeconds : undefined,
    peak,
    sum: totals.sum,
    level: totals.avg ?? undefined,
  }
}

function perSecond(period: { ts_from: number; ts_to: number; count: number }): number {
  return period.count / Math.max(1, period.ts_to - period.ts_from)
}
