import { navigate } from '../../state/location.ts'
import { type DrillDown, drillDownAddress, drilledInto, withFilter } from './drill-down.ts'

/** A part of a chart that users click, such as a bar: a value of a field, a period, or both. */
interface ChartPart {
  field?: string
  value?: string | number
  period?: { ts_from: number; ts_to: number }
}

/** Links from the parts of a widget to searches. All are undefined where a widget has no links. */
export interface DrillLinks {
  /** Opens the search for a part of a chart. */
  into: ((part: ChartPart) => void) | undefined
  /** Opens the search for a time range of a chart, in Unix seconds, end exclusive. */
  intoPeriod: ((from: number, to: number) => void) | undefined
  /** Opens the search with further conditions, in the form of the API. */
  intoFilter: ((filter: readonly unknown[]) => void) | undefined
  /** Address of one event of the widget. */
  eventAddress: ((id: string) => string) | undefined
}

const noLinks: DrillLinks = {
  into: undefined,
  intoPeriod: undefined,
  intoFilter: undefined,
  eventAddress: undefined,
}

/** The links of a widget. `base`: the search behind the whole widget. */
export function drillLinksOf(base: DrillDown, canDrill: boolean): DrillLinks {
  if (!canDrill) return noLinks
  const into = (part: ChartPart) => navigate(drillDownAddress(drilledInto(base, part)))
  return {
    into,
    intoPeriod: (ts_from, ts_to) => into({ period: { ts_from, ts_to } }),
    intoFilter: filter => navigate(drillDownAddress(withFilter(base, filter))),
    eventAddress: id => drillDownAddress(base, id),
  }
}
