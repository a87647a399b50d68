import type { TimeRange } from '../../schema/time-range.ts'
import type { ResolvedRange, ResolveRange } from '../kind.ts'
import { resolveRange } from './resolve.ts'

/**
 * Makes a resolver with a default time zone (IANA name). It caches ranges that do not move with the clock: a
 * query resolves its range several times, and a range may have 100,000 periods.
 */
export function rangeResolver(timezone: string): ResolveRange {
  const fixed = new WeakMap<TimeRange, { zone: string; range: ResolvedRange }>()
  return (timeRange, now, zone = timezone) => {
    const cached = timeRange && fixed.get(timeRange)
    if (cached?.zone === zone) return { ...cached.range, now }
    const range = resolveRange(timeRange, now, { timezone: zone })
    if (timeRange !== undefined && !range.relative) fixed.set(timeRange, { zone, range })
    return range
  }
}
