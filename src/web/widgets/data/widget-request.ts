import { printable } from '../../../charts/printable.ts'
import {
  compileQuery,
  isSameRequest,
  variablesWithoutEffect,
} from '../../../schema/dashboards/widget-query.ts'
import { timeRangeOf } from '../../../time/range.ts'
import type { QueryRequest } from '../../api/queries.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ShownWidget, WidgetContext } from './widget-context.ts'

/** The query that a widget shows: one that the service keeps, or one that this page creates. */
export type WidgetSource =
  /** The query that the service keeps for this widget on this dashboard. All viewers share it. */
  | { kind: 'kept'; queryId: string; request: QueryRequest }
  /** A query that this page creates and removes. */
  | { kind: 'own'; request: QueryRequest }

/**
 * The query of a widget: the one that the service keeps for it, unless the viewer has chosen another range or
 * value of a variable. Undefined for a withdrawn widget. Callers check that the widget has a known type.
 */
export function sourceOf(
  widget: ShownWidget,
  context: WidgetContext,
  zone: string,
): WidgetSource | undefined {
  if (widget.withdrawn) return undefined
  const paramsWith = (variables: WidgetContext['variables']) =>
    compileQuery(widget.type, widget.config, { time_range: context.dashboardRange, variables })
  const { type, params } = paramsWith(context.variables)
  const range = context.range
    ? timeRangeOf(context.range, zone)
    : (params.time_range ?? { preset: 'last_1_hours', timezone: zone })
  // The cast is unchecked: the service checks the params, and the widget shows its error.
  const request = { type, params: { ...params, time_range: range } } as QueryRequest
  const isUnchanged =
    context.range === undefined && isSameRequest({ type, params }, paramsWith(context.defaults))
  return isUnchanged && widget.query_id
    ? { kind: 'kept', queryId: widget.query_id, request }
    : { kind: 'own', request }
}

/** Names the variables whose value does not filter the widget; undefined if all of them filter it. */
export function unfilteredText(
  { type, config, withdrawn }: ShownWidget,
  { variables = [] }: WidgetContext,
): string | undefined {
  const without = withdrawn ? [] : variablesWithoutEffect(type, config, variables)
  return without.length === 0
    ? undefined
    : widgetTexts.unfiltered(without.map(({ label, name }) => printable(label || name)).join(', '))
}
