import { navigate } from '../../state/location.ts'
import { type DrillDown, drillDownAddress, drilledInto, withFilter } from './drill-down.ts'

/** A part of a chart that users click: a value of a field, a period, or both. */
interface Mark {
  field?: string
  value?: string | number
  period?: { ts_from: number; ts_to: number }
}

/** Links from a widget to the search behind it. */
export interface Drill {
  /** Opens the search for a mark; undefined if marks are not links. */
  into: ((mark: Mark) => void) | undefined
  /** The same for a time range of a chart. */
  intoPeriod: ((from: number, to: number) => void) | undefined
  /** The same for further conditions, in the form of the API. */
  intoFilter: ((filter: readonly unknown[]) => void) | undefined
  /** Address of one event of the widget; undefined if marks are not links. */
  eventAddress: ((id: string) => string) | undefined
}

const noDrill: Drill = {
  into: undefined,
  intoPeriod: undefined,
  intoFilter: undefined,
  eventAddress: undefined,
}

export function drillOf(base: DrillDown, canDrill: boolean): Drill {
  if (!canDrill) return noDrill
  const into = (mark: Mark) => navigate(drillDownAddress(drilledInto(base, mark)))
  return {
    into,
    intoPeriod: (ts_from, ts_to) => into({ period: { ts_from, ts_to } }),
    intoFilter: filter => navigate(drillDownAddress(withFilter(base, filter))),
    eventAddress: id => drillDownAddress(base, id),
  }
}
