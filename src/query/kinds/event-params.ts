import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { type Filter, mapConditions } from '../../schema/filter/condition.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { type ParamFault, validationFault } from '../param-fault.ts'
import { defaultPreset, parseTimeRange } from '../range/parse-time-range.ts'

/** Params of every query. */
export interface TimeParams {
  time_range?: TimeRange
  with_archive?: boolean
  freeze_time?: boolean
}

/** Params of every query over events. */
export interface EventParams extends TimeParams {
  filter?: Filter
}

/** Fills in defaults. Idempotent. */
export function withEventDefaults(params: EventParams): Required<EventParams> {
  return { ...withTimeDefaults(params), filter: withConditionDefaults(params.filter ?? []) }
}

/** Like `withEventDefaults`, for queries that are not over events. */
export function withTimeDefaults(params: TimeParams): Required<TimeParams> {
  return {
    time_range: withRangeDefaults(params.time_range ?? {}),
    with_archive: params.with_archive ?? false,
    freeze_time: params.freeze_time ?? false,
  }
}

/** Fills in the operator and the case of each condition. */
export function withConditionDefaults(filter: Filter): Filter {
  return mapConditions(filter, condition => Object.assign({ op: 'eq', ignore_case: true }, condition))
}

/**
 * Fills in `ts_to` or `preset`, and removes members that are accepted but have no effect. Absent `step` and
 * `timezone` stay absent.
 */
export function withRangeDefaults({ round_to_step: _, periods: __, ...range }: TimeRange): TimeRange {
  if (range.ts_from !== undefined) return { ...range, ts_to: range.ts_to ?? 0 }
  return range.ts_to === undefined ? { ...range, preset: range.preset ?? defaultPreset } : range
}

/** Throws validation for an invalid range or filter, and for `otherFaults`. */
export function checkEventParams(params: EventParams, otherFaults: readonly ParamFault[] = []): void {
  const range = parseTimeRange(params.time_range ?? {}, 'UTC')
  const filter = parseFilter(params.filter ?? [])
  const faults = [
    ...('faults' in range ? range.faults : []),
    ...('faults' in filter ? filter.faults : []),
    ...otherFaults,
  ]
  if (faults.length > 0) throw validationFault(faults)
}
