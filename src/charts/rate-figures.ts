import type { EventRateResults } from '../schema/query/event-rate.ts'

/** An EventRate in figures a second. undefined where there is nothing to say yet. */
export interface RateFigures {
  /** Of the newest period that is over: the running one has not counted to its end. */
  latest: number | undefined
  average: number | undefined
  /** Of the busiest period; the running one counts with what it has, over its whole length. */
  peak: number | undefined
  sum: number
  /** Average count a period, the level at which a line crosses the bars. */
  level: number | undefined
}

/** `now` in Unix seconds: the moment of the result (base_time). */
export function rateFigures(results: EventRateResults, now: number): RateFigures {
  const { details, totals } = results
  const over = details.filter(period => period.ts_to <= now)
  const newest = over.at(-1)
  const begun = Math.min(now, totals.ts_to) - totals.ts_from
  let peak: number | undefined
  for (const period of details.filter(period => period.ts_from < now))
    peak = Math.max(peak ?? 0, perSecond(period))
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
