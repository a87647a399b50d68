import { isOn, type Pill, pillOf } from '../../../filter/typed/pill.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { isPreset, type Range } from '../../../time/range.ts'
import { searchAddress } from '../../search/state/search-state.ts'

/** The search for the events that a widget counts or lists. */
export interface DrillDown {
  text: string
  pills: readonly Pill[]
  range: Range
}

interface Period {
  ts_from: number
  ts_to: number
}

/** The search for a widget's params. `results`: range of the results, used unless the params name one. */
export function drillDownOf(
  params: Readonly<Record<string, unknown>>,
  results: Period | undefined,
): DrillDown {
  const filter = Array.isArray(params.filter) ? params.filter : []
  return { ...searchOf(filter), range: rangeOf(params.time_range, results) }
}

/** Conditions of the API in the form of the search page: words to find, and filters. */
function searchOf(filter: readonly unknown[]): Pick<DrillDown, 'text' | 'pills'> {
  const words: string[] = []
  const pills: Pill[] = []
  for (const part of filter) {
    const pill = pillOf(part)
    if (pill === undefined) continue
    if (isOn(pill, 'message', 'qp')) words.push(joined(pill.values, ' | '))
    else pills.push(pill)
  }
  return { text: joined(words), pills }
}

/**
 * One expression that matches if all of `expressions` match or, with the operator ` | `, if any matches.
 * Leaves out blank expressions.
 */
function joined(expressions: readonly string[], operator: ' ' | ' | ' = ' '): string {
  const [first = '', ...others] = expressions.filter(expression => expression.trim() !== '')
  if (others.length === 0) return first
  return [first, ...others].map(expression => `(${expression})`).join(operator)
}

/** The same search with more conditions. */
export function withFilter(base: DrillDown, filter: readonly unknown[]): DrillDown {
  const { text, pills } = searchOf(filter)
  return { text: joined([base.text, text]), pills: [...base.pills, ...pills], range: base.range }
}

/** The same search with one more value, or for a shorter time. */
export function drilledInto(
  base: DrillDown,
  { field, value, period }: { field?: string; value?: string | number; period?: Period | undefined },
): DrillDown {
  const pill: Pill[] =
    field === undefined || value === undefined
      ? []
      : [{ field, op: 'eq', values: [String(value)], off: false }]
  return {
    text: base.text,
    pills: [...base.pills, ...pill],
    range: period ? { from: period.ts_from, to: period.ts_to } : base.range,
  }
}

/** The address of a search. `event`: id of an event to open there. */
export function drillDownAddress({ text, pills, range }: DrillDown, event?: string): string {
  return searchAddress({ text, pills, range, ...(event === undefined ? {} : { event }) })
}

/** The range of params if it is fixed or has a name, else the range of the results. */
function rangeOf(timeRange: unknown, results: Period | undefined): Range {
  const { preset, ts_from, ts_to } = isObject(timeRange) ? timeRange : {}
  if (typeof preset === 'string' && isPreset(preset)) return { preset }
  // Positive moments are absolute, others are relative to now.
  if (typeof ts_from === 'number' && typeof ts_to === 'number' && ts_from > 0 && ts_to > ts_from)
    return { from: ts_from, to: ts_to }
  return results ? { from: results.ts_from, to: results.ts_to } : { preset: 'last_1_hours' }
}
