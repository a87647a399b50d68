import { substituteNames } from '../../schema/dashboard-variable.ts'
import { compileQuery } from '../../schema/widget-query.ts'
import { timeRangeOf } from '../../time/range.ts'
import type { QueryRequest } from '../api/queries.ts'
import type { ShownWidget, Variables, WidgetContext } from './widget-context.ts'

/** Where the answer of a widget comes from. */
export type WidgetSource =
  /** The query that the service keeps for this place on the dashboard. */
  | { kind: 'kept'; queryId: string; request: QueryRequest }
  /** A query of this page. */
  | { kind: 'own'; request: QueryRequest }

/** Undefined for a withdrawn widget and an unknown type. */
export function sourceOf(
  widget: ShownWidget,
  context: WidgetContext,
  zone: string,
): WidgetSource | undefined {
  if (widget.withdrawn) return undefined
  const { type, params } = compileQuery(widget.type, widget.config, {
    time_range: context.dashboardRange,
  })
  const used = context.variables ? withVariables(params, context.variables) : params
  const range = context.range
    ? timeRangeOf(context.range, zone)
    : (used.time_range ?? { preset: 'last_1_hours', timezone: zone })
  // The service checks the params of a query: a fault is shown in the widget.
  const request = { type, params: { ...used, time_range: range } } as QueryRequest
  const kept = context.defaults ? withVariables(params, context.defaults) : params
  const isUnchanged =
    context.range === undefined && (used === kept || JSON.stringify(used) === JSON.stringify(kept))
  return isUnchanged && widget.query_id
    ? { kind: 'kept', queryId: widget.query_id, request }
    : { kind: 'own', request }
}

/** The params with the chosen values in place of `$name`; the same object when they name no variable. */
export function withVariables(
  params: Readonly<Record<string, unknown>>,
  variables: Variables,
): Readonly<Record<string, unknown>> {
  const values = new Map(Object.entries(variables).map(([name, chosen]) => [`$${name}`, [...chosen]]))
  const filter = substituteNames(params.filter, values)
  return filter === params.filter ? params : { ...params, filter }
}
