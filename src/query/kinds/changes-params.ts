import { Fault } from '../../schema/fault.ts'
import type { ChangesParams } from '../../schema/query/changes.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { ComparedSpans, ResolvedRange, ResolveRange } from '../kind.ts'
import type { ParamFault } from '../param-fault.ts'
import { parseTimeRange } from '../range/parse-time-range.ts'
import type { TimeSpan } from '../time-span.ts'
import { withEventDefaults, withRangeDefaults } from './event-params.ts'

export type FullChanges = ReturnType<typeof fullChanges>

/** The parameters of a `Changes` query with their defaults. */
export function fullChanges(params: ChangesParams) {
  return {
    ...withEventDefaults(params),
    ...(params.compare_to && { compare_to: withRangeDefaults(params.compare_to) }),
    limit: params.limit ?? 20,
  }
}

/** The faults of `compare_to`. */
export function comparedFaults({ compare_to }: ChangesParams): ParamFault[] {
  if (compare_to === undefined) return []
  const parsed = parseTimeRange(compare_to, 'UTC')
  const faults = 'faults' in parsed ? parsed.faults : []
  return faults.map(fault => ({ ...fault, path: fault.path.replace('time_range', 'compare_to') }))
}

/** The range from the first second of both ranges to the last. Throws a Fault keyed by its param. */
export function rangeOfBoth(params: FullChanges, now: number, resolve: ResolveRange): ResolvedRange {
  const current = resolve(params.time_range, now)
  const other = otherRange(params, current, now, resolve)
  const compared = { current: spanOf(current), before: withoutSpan(other, current) }
  const from = Math.min(current.from, ...compared.before.map(span => span.from))
  const to = Math.max(current.to, ...compared.before.map(span => span.to))
  const ends = [current.validUntil, other.validUntil].filter(end => end !== null)
  return {
    ...current,
    from,
    to,
    bounds: from === to ? [from] : [from, to],
    relative: current.relative || other.relative,
    validUntil: ends.length === 0 ? null : Math.min(...ends),
    compared,
  }
}

type OtherRange = TimeSpan & Pick<ResolvedRange, 'relative' | 'validUntil'>

/** The range of `compare_to`; by default the time before the current range, as long as its elapsed part. */
function otherRange(
  { time_range, compare_to }: FullChanges,
  current: ResolvedRange,
  now: number,
  resolve: ResolveRange,
): OtherRange {
  if (compare_to === undefined) {
    const { from, to, relative, validUntil } = current
    const length = Math.max(0, Math.min(to, Math.ceil(now)) - from)
    return { from: Math.max(0, from - length), to: from, relative, validUntil }
  }
  const { timezone } = time_range
  const range: TimeRange = timezone === undefined ? compare_to : { timezone, ...compare_to }
  try {
    return resolve(range, now)
  } catch (error) {
    if (!(error instanceof Fault) || error.fields === undefined) throw error
    const fields = Object.entries(error.fields).map(([path, messages]) => [
      path.replace('params.time_range', 'params.compare_to'),
      messages,
    ])
    throw new Fault(error.code, { detail: error.detail, fields: Object.fromEntries(fields), cause: error })
  }
}

function spanOf({ from, to }: TimeSpan): TimeSpan {
  return { from, to }
}

/** The parts of a span before and after another. */
function withoutSpan(span: TimeSpan, other: TimeSpan): TimeSpan[] {
  if (other.from >= other.to) return span.from < span.to ? [spanOf(span)] : []
  return [
    { from: span.from, to: Math.min(span.to, other.from) },
    { from: Math.max(span.from, other.to), to: span.to },
  ].filter(({ from, to }) => from < to)
}

/** The parts of both ranges in a slice. `current` may be empty (`hasTime`), the spans of `before` are not. */
export function comparedIn({ compared, ...range }: ResolvedRange, slice: TimeSpan): ComparedSpans {
  const { current, before } = compared ?? { current: range, before: [] }
  return { current: inside(current, slice), before: before.map(span => inside(span, slice)).filter(hasTime) }
}

function inside(span: TimeSpan, slice: TimeSpan): TimeSpan {
  return { from: Math.max(span.from, slice.from), to: Math.min(span.to, slice.to) }
}

/** Whether a span has any second. */
export function hasTime({ from, to }: TimeSpan): boolean {
  return from < to
}
