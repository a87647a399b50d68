import { chartTexts } from '../../../charts/texts.ts'
import { lengthText, minuteText } from '../../../charts/time-text.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { timeTexts } from '../../texts/time.ts'
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

/** A time range of the API as text; undefined for an invalid one. */
function textOf(timeRange: unknown, zone: string): string | undefined {
  const range = readTimeRange(timeRange)
  if (range !== undefined) return rangeText(range, zone)
  const { ts_from, ts_to } = isObject(timeRange) ? timeRange : {}
  if (typeof ts_from !== 'number' || typeof ts_to !== 'number') return undefined
  return `${momentOf(ts_from, zone)} – ${momentOf(ts_to, zone)}`
}

/** An end of a range as text. Positive moments are absolute, others are relative to now. */
function momentOf(at: number, zone: string): string {
  if (at > 0) return minuteText(at, zone)
  return at === 0 ? timeTexts.rangeNow : chartTexts.ago(lengthText(-at))
}
