import { isObject } from '../../../schema/text/json-object.ts'
import { isPreset } from '../../../time/range.ts'
import { presetText, rangeText } from '../../time/range-text.ts'
import type { ShownWidget, WidgetContext } from './widget-context.ts'

/**
 * The range of a widget if it differs from its dashboard's; undefined if not, or if the viewer chose one for
 * all.
 */
export function ownRangeText(widget: ShownWidget, context: WidgetContext, zone: string): string | undefined {
  if (context.range !== undefined) return undefined
  const ownRange = rangeOf(widget.config.time_range, zone)
  return ownRange === rangeOf(context.dashboardRange, zone) ? undefined : ownRange
}

/** A time range of the API as text; undefined if it is missing or relative to now without a name. */
function rangeOf(timeRange: unknown, zone: string): string | undefined {
  if (!isObject(timeRange)) return undefined
  const { preset, ts_from, ts_to } = timeRange
  if (typeof preset === 'string' && isPreset(preset)) return presetText(preset)
  if (typeof ts_from === 'number' && typeof ts_to === 'number' && ts_from > 0 && ts_to > ts_from)
    return rangeText({ from: ts_from, to: ts_to }, zone)
  return undefined
}
