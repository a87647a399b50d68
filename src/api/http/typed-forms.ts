import type { FastifyRequest } from 'fastify'
import { queryTypeNamed, queryTypes } from '../../schema/query/query.ts'
import { TimeRange } from '../../schema/time-range.ts'
import { coerce } from './coerce.ts'
import { FormBody } from './form.ts'

type Members = Record<string, unknown>

/**
 * A hook that gives what a form says the types that it means where these depend on a member beside it, before the body as a whole is
 * checked. Everything else of a form gets its types from the schema of the route.
 */
export function typedForms(
  shape: (form: Members, request: FastifyRequest) => void | Promise<void>,
): (request: FastifyRequest) => Promise<void> {
  return async request => {
    // A form arrives as such here; the declared type holds once the body is checked.
    const body: unknown = request.body
    if (body instanceof FormBody) await shape(body.value, request)
  }
}

/** Of a query: `params`, JSON text or bracketed keys, by its `type`. */
export function typeQuery(query: Members): void {
  if (query.params !== undefined) query.params = coerce(paramsOf(query.type), query.params)
}

/** Of a report or a schedule: its `query`. */
export function typeReport(report: Members): void {
  const query = membersOf(report.query)
  if (query === undefined) return
  typeQuery(query)
  report.query = query
}

/** Of a widget: members of its `config` that are params of its type. */
export function typeWidget(widget: Members): void {
  typeConfig(widget, widget.type)
}

/** The same of a widget whose type is told elsewhere. View settings are in the schema of the route. */
export function typeConfig(widget: Members, type: unknown): void {
  if (widget.config !== undefined) widget.config = coerce(paramsOf(type), widget.config)
}

/** Of a dashboard: the time range of its `config`, and its `widgets`. */
export function typeDashboard(dashboard: Members): void {
  if (dashboard.config !== undefined) dashboard.config = coerce(dashboardConfig, dashboard.config)
  const widgets = listOf(dashboard.widgets)
  if (widgets === undefined) return
  dashboard.widgets = widgets.map(given => {
    const widget = membersOf(given)
    if (widget === undefined) return given
    typeWidget(widget)
    return widget
  })
}

const dashboardConfig = { type: 'object', properties: { time_range: TimeRange } }

/** Of a type that there is not, nothing is known. */
function paramsOf(type: unknown): object {
  const known = typeof type === 'string' ? queryTypeNamed(type) : undefined
  return known === undefined ? { type: 'object' } : queryTypes[known].params
}

/** An object, given as bracketed keys or as JSON text. */
function membersOf(given: unknown): Members | undefined {
  const value = coerce({ type: 'object' }, given)
  // Neither text nor a list.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

/** A list, given as bracketed keys or as JSON text. */
function listOf(given: unknown): unknown[] | undefined {
  const value = coerce({ type: 'array' }, given)
  return Array.isArray(value) ? value : undefined
}
