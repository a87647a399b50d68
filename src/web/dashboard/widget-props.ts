import type { Pill } from '../search/pill.ts'
import { searchAddress } from '../search/search-state.ts'
import { navigate } from '../state/location.ts'
import type { Range } from '../time/range.ts'

/** What every widget of the dashboard is told. */
export interface WidgetProps {
  title: string
  span: 2 | 3 | 4 | 6
  /** Of the whole dashboard. */
  range: Range
  /** Conditions of this widget alone. */
  pills?: readonly Pill[]
}

/** A condition on one value. */
export function equalsPill(field: string, value: string | number): Pill {
  return { field, op: 'eq', values: [String(value)], off: false }
}

/** The search behind a widget, narrowed by what was clicked. */
export function drillDownAddress(range: Range, ...pills: Pill[]): string {
  return searchAddress({ range, pills })
}

export function drillDown(range: Range, ...pills: Pill[]): void {
  navigate(drillDownAddress(range, ...pills))
}
