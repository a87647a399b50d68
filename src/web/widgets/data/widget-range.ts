import { rangeText } from '../../time/range-text.ts'
import { readTimeRange } from './config-range.ts'
import type { ShownWidget, WidgetContext } from './widget-context.ts'

/**
 * The range of a widget as text, for its header, if it differs from its dashboard's range. Undefined if the
 * viewer has chosen a range for all widgets, which replaces it.
 */
export function ownRangeText(widget: ShownWidget, context: WidgetContext, zone: string): string | undefined {
  if (context.range !== undefined) return undefined
  const ownRange = textOf(widget.config.time_range, zone)
  return ownRange === textOf(context.dashboardRange, zone) ? undefined : ownRange
}

/** A time range of the API as text; undefined for one that `readTimeRange` cannot read. */
function textOf(timeRange: unknown, zone: string): string | undefined {
  const range = readTimeRange(timeRange)
  return range && rangeText(range, zone)
}
