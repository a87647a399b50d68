import type { RatePeriod } from '../schema/query/event-rate.ts'
import type { TopNResults } from '../schema/query/top-n.ts'
import type { Stack } from './bars.ts'

type Details = NonNullable<TopNResults['details']>

/**
 * The histogram over search results: counts of an EventRate, divided into errors and worse, warnings and the rest by a TopN of
 * severities with periods. The two results may be a moment apart: a bar never shows more than its count, and a period that the
 * TopN does not have is not divided.
 */
export function histogram(rate: readonly RatePeriod[], severities: Details | undefined): Stack[] {
  const byStart = new Map(severities?.map(period => [period.ts_from, period]))
  return rate.map(period => {
    const known = byStart.get(period.ts_from)
    const values = known?.ts_to === period.ts_to ? known.total_values : []
    let [errors, warnings] = [0, 0]
    for (const { name, count } of values) {
      if (Number(name) <= 3) errors += count
      else if (Number(name) === 4) warnings += count
    }
    errors = Math.min(errors, period.count)
    warnings = Math.min(warnings, period.count - errors)
    return {
      ts_from: period.ts_from,
      ts_to: period.ts_to,
      counts: [errors, warnings, period.count - errors - warnings],
    }
  })
}
