import { severities } from '../schema/event/event.ts'
import type { TopNResults } from '../schema/query/top-n.ts'
import type { Stack } from './bars.ts'

type Details = NonNullable<TopNResults['details']>

/**
 * Counts by severity as stacks, for the histogram above search results. The most severe is at the bottom.
 * `periods`: details of a TopN of the field severity.
 */
export function histogram(periods: Details): Stack[] {
  return periods.map(({ ts_from, ts_to, total_values }) => {
    const counts = severities.map(() => 0)
    for (const { name, count } of total_values) {
      const severity = Number(name)
      if (counts[severity] !== undefined) counts[severity] += count
    }
    return { ts_from, ts_to, counts }
  })
}
