import type { Pill } from '../search/pill.ts'
import { searchAddress } from '../search/search-state.ts'
import { navigate } from '../state/location.ts'
import type { Range } from '../time/range.ts'

/** What every widget of the dashboard has. */
export interface WidgetProps {
  title: string
  /** Width in columns, of six. */
  span: 2 | 3 | 4 | 6
  range: Range
  /** Filters of this widget alone. */
  pills?: readonly Pill[]
}

/** A filter for one value. */
export function equalsPill(field: string, value: string | number): Pill {
  return { field, op: 'eq', values: [String(value)], off: false }
}

/** Address of the search that shows the events behind a widget, or behind what was clicked in it. */
export function drillDownAddress(range: Range, ...pills: Pill[]): string {
  return searchAddress({ range, pills })
}

export function drillDown(range: Range, ...pills: Pill[]): void {
  navigate(drillDownAddress(range, ...pills))
}
