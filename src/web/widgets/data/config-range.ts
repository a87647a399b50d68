import { isObject } from '../../../schema/text/json-object.ts'
import { defaultRange, isPreset, type Range } from '../../../time/range.ts'

/**
 * The `time_range` of a config or of params in the form of the page. Undefined if it is missing or invalid,
 * or relative to now but not a preset, such as `ts_from: -60` with `ts_to: 0`.
 */
export function readTimeRange(timeRange: unknown): Range | undefined {
  const { preset, ts_from, ts_to } = isObject(timeRange) ? timeRange : {}
  if (typeof preset === 'string' && isPreset(preset)) return { preset }
  if (typeof ts_from !== 'number' || typeof ts_to !== 'number') return undefined
  // Positive moments are absolute, others are relative to now.
  return ts_from > 0 && ts_to > ts_from ? { from: ts_from, to: ts_to } : undefined
}

/**
 * The time range of a dashboard or widget as the page shows it, or the default range. A range relative to
 * now, such as `ts_from: -60` with `ts_to: 0`, becomes the preset `last_60_seconds`.
 */
export function rangeOfConfig({ time_range }: Readonly<Record<string, unknown>>): Range {
  const range = readTimeRange(time_range)
  if (range !== undefined) return range
  const { ts_from, ts_to } = isObject(time_range) ? time_range : {}
  const isUntilNow = typeof ts_from === 'number' && ts_from < 0 && ts_to === 0
  return isUntilNow ? { preset: `last_${-ts_from}_seconds` } : defaultRange
}
