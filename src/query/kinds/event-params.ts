import { parseFilter } from '../../filter/parse-filter.ts'
import type { Filter } from '../../schema/condition.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { ParamFault } from '../param-fault.ts'
import { defaultPreset, parseTimeRange } from '../range/parse-time-range.ts'

/** What every query may be given. */
interface TimeParams {
  time_range?: TimeRange
  with_archive?: boolean
  freeze_time?: boolean
}

/** What every query over events may be given. */
interface EventParams extends TimeParams {
  filter?: Filter
}

/** The same with every default filled in. Filling in again changes nothing. */
export function withEventDefaults(params: EventParams): Required<EventParams> {
  return { ...withTimeDefaults(params), filter: withConditionDefaults(params.filter ?? []) }
}

/** Without a filter. */
export function withTimeDefaults(params: TimeParams): Required<TimeParams> {
  return {
    time_range: withRangeDefaults(params.time_range ?? {}),
    with_archive: params.with_archive ?? false,
    freeze_time: params.freeze_time ?? false,
  }
}

/** Conditions with every default filled in. */
export function withConditionDefaults(filter: Filter): Filter {
  return filter.map(condition => Object.assign({ op: 'eq', ignore_case: true }, condition))
}

/** Without the members that are only accepted; step and timezone stay away where the reader named none. */
function withRangeDefaults({ round_to_step: _, periods: __, ...range }: TimeRange): TimeRange {
  if (range.ts_from !== undefined) return { ...range, ts_to: range.ts_to ?? 0 }
  return range.ts_to === undefined ? { ...range, preset: range.preset ?? defaultPreset } : range
}

/** All that is wrong with them. */
export function eventParamFaults(params: EventParams): ParamFault[] {
  // Which zone a range without one means does not matter to whether it can be read.
  const range = parseTimeRange(params.time_range ?? {}, 'UTC')
  const filter = parseFilter(params.filter ?? [])
  return [...('faults' in range ? range.faults : []), ...('faults' in filter ? filter.faults : [])]
}
