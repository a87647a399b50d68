import { isConditionOn, type Pill, pillOf } from '../../../filter/typed/pill.ts'
import { defaultRange, type Range } from '../../../time/range.ts'
import { searchAddress } from '../../search/state/search-state.ts'
import { readTimeRange } from '../data/config-range.ts'

/** The search for the events that a widget counts or lists, which opens when the user clicks on it. */
export interface DrillDown {
  text: string
  pills: readonly Pill[]
  range: Range
  /** The range of the widget, when `range` is a period of it. */
  unzoomed?: Range
}

interface Period {
  ts_from: number
  ts_to: number
}

/**
 * The search for a widget's params. `resultPeriod`: the range of its results, for params whose range the page
 * cannot show.
 */
export function drillDownOf(
  params: Readonly<Record<string, unknown>>,
  resultPeriod: Period | undefined,
): DrillDown {
  const filter = Array.isArray(params.filter) ? params.filter : []
  const resultRange = resultPeriod && { from: resultPeriod.ts_from, to: resultPeriod.ts_to }
  return { ...searchOf(filter), range: readTimeRange(params.time_range) ?? resultRange ?? defaultRange }
}

/** A filter of the API in the form of the search page: an expression for the search box, and pills. */
function searchOf(filter: readonly unknown[]): Pick<DrillDown, 'text' | 'pills'> {
  const expressions: string[] = []
  const pills: Pill[] = []
  for (const part of filter) {
    const pill = pillOf(part)
    if (pill === undefined) continue
    if (isConditionOn(pill, 'message', 'qp')) expressions.push(joined(pill.values, ' | '))
    else pills.push(pill)
  }
  return { text: joined(expressions), pills }
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

/** The same search with a condition on `field`, for `period`, or both. */
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
    ...(period
      ? { range: { from: period.ts_from, to: period.ts_to }, unzoomed: base.range }
      : { range: base.range }),
  }
}

/** The address of a search. `event`: id of an event to open there. */
export function drillDownAddress({ text, pills, range, unzoomed }: DrillDown, event?: string): string {
  return searchAddress({
    text,
    pills,
    range,
    ...(unzoomed && { unzoomed }),
    ...(event === undefined ? {} : { event }),
  })
}
