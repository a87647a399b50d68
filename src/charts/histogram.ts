import type { RatePeriod } from '../schema/query/event-rate.ts'
import type { TopNResults } from '../schema/query/top-n.ts'
import type { Stack } from './bars.ts'
import { layerOf, layers } from './severity.ts'

type Details = NonNullable<TopNResults['details']>

/**
 * The histogram over search results: counts of an EventRate, divided into errors, warnings and the rest by a TopN of severities with
 * periods. The two results may be a moment apart: a bar never shows more than its count, and a period that the TopN does not have
 * is not divided.
 */
export function histogram(rate: readonly RatePeriod[], severities: Details | undefined): Stack[] {
  const byStart = new Map(severities?.map(period => [period.ts_from, period]))
  return rate.map(period => {
    const parts = layers.map(() => 0)
    const known = byStart.get(period.ts_from)
    if (known && known.ts_to === period.ts_to) {
      for (const value of known.total_values) {
        const layer = layerOf(Number(value.name))
        parts[layer] = (parts[layer] ?? 0) + value.count
      }
    }
    const errors = Math.min(parts[0] ?? 0, period.count)
    const warnings = Math.min(parts[1] ?? 0, period.count - errors)
    return {
      ts_from: period.ts_from,
      ts_to: period.ts_to,
      counts: [errors, warnings, period.count - errors - warnings],
    }
  })
}
