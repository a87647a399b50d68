import { resolveRange } from '../../query/range/resolve.ts'
import type { TimeRange } from '../../schema/time-range.ts'

/** Types whose answers have no window unless one is given. */
const typesWithoutRange = new Set(['Tasks', 'Notifications'])

/** A question whose window does not move any more. */
export interface FixedQuery {
  type: string
  params: Record<string, unknown>
  /** Unix seconds, inclusive and exclusive; undefined: it has no window. */
  window: { from: number; to: number } | undefined
}

/**
 * The question with its window held against a moment (Unix seconds), so that it is the same whenever it is asked: a report that was
 * made late is of the time that it should have been made for. `instead` replaces its own range. Throws a Fault for a range that
 * there is not.
 */
export function fixTimeRange(
  question: { type: string; params: Record<string, unknown> },
  options: { instead: TimeRange | null; timezone: string; moment: number },
): FixedQuery {
  const { type, params } = question
  const { instead, timezone, moment } = options
  // The desk checks the params by their shape before it takes them; resolveRange refuses what is no range.
  const own = params.time_range as TimeRange | undefined
  const wanted = instead ?? own
  if (wanted === undefined && typesWithoutRange.has(type)) return { type, params, window: undefined }
  const range = resolveRange(wanted, moment, { timezone })
  // 0 would mean now.
  const from = Math.max(1, range.from)
  const to = Math.max(1, range.to)
  const fixed = { ts_from: from, ts_to: to, step: range.step, timezone: range.timezone }
  return { type, params: { ...params, time_range: fixed }, window: { from, to } }
}
