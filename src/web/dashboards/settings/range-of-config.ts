import { isObject } from '../../../schema/text/json-object.ts'
import { defaultRange, isPreset, type Range } from '../../../time/range.ts'

/**
 * The time range of a dashboard as the page shows it. A range relative to now, such as `ts_from: -60` with
 * `ts_to: 0`, becomes the preset `last_60_seconds`.
 */
export function rangeOfConfig(config: Readonly<Record<string, unknown>>): Range {
  const { preset, ts_from, ts_to } = isObject(config.time_range) ? config.time_range : {}
  if (typeof preset === 'string' && isPreset(preset)) return { preset }
  if (typeof ts_from === 'number' && typeof ts_to === 'number') {
    if (ts_from > 0 && ts_to > ts_from) return { from: ts_from, to: ts_to }
    if (ts_from < 0 && ts_to === 0) return { preset: `last_${-ts_from}_seconds` }
  }
  return defaultRange
}
