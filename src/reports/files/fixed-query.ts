import { resolveRange } from '../../query/range/resolve.ts'
import type { TimeRange } from '../../schema/time-range.ts'

/** Types without a default range. */
const typesWithoutRange = new Set(['Tasks', 'Notifications'])

/** A query with an absolute range. */
export interface FixedQuery {
  type: string
  params: Record<string, unknown>
  /** Unix seconds, start inclusive, end exclusive; undefined: no range. */
  window: { from: number; to: number } | undefined
}

/**
 * Resolves the range of a query at a moment (Unix seconds), so that a late report covers the time for which
 * it was due. `instead` replaces the query's own range. Throws a Fault for an invalid range.
 */
export function fixTimeRange(
  question: { type: string; params: Record<string, unknown> },
  options: { instead: TimeRange | null; timezone: string; moment: number },
): FixedQuery {
  const { type, params } = question
  const { instead, timezone, moment } = options
  // The query service has checked the shape of the params; resolveRange rejects an invalid range.
  const own = params.time_range as TimeRange | undefined
  const timeRange = instead ?? own
  if (timeRange === undefined && typesWithoutRange.has(type)) return { type, params, window: undefined }
  const range = resolveRange(timeRange, moment, { timezone })
  // 0 means now.
  const from = Math.max(1, range.from)
  const to = Math.max(1, range.to)
  const fixed = { ts_from: from, ts_to: to, step: range.step, timezone: range.timezone }
  return { type, params: { ...params, time_range: fixed }, window: { from, to } }
}
