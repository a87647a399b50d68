import type { TSchema } from 'typebox'
import { queryTypeNamed, queryTypes } from '../query/query.ts'
import {
  conditionOf,
  type DashboardVariable,
  meansAll,
  namesVariable,
  readVariables,
  substituteVariables,
} from './dashboard-variable.ts'
import { isNote } from './note.ts'

type Config = Readonly<Record<string, unknown>>

/** The members of a dashboard's config that a widget uses. */
export interface DashboardQuerySettings {
  readonly time_range?: unknown
  readonly variables?: unknown
}

/** The query of a widget, before it is validated. */
export interface WidgetQueryRequest {
  /** A query type, by its name in the API. */
  type: string
  params: Record<string, unknown>
}

/** Views of a TopN that draw values over time. */
const timeCharts = new Set([
  'time_chart_bars',
  'time_chart_splines',
  'time_chart_lines',
  'time_chart_areas',
  'heat_map',
])

/**
 * The query of a widget: the members of its config that are params of its type. The time range is the
 * dashboard's when the config has none. The values of the dashboard's variables are in the filter: in place
 * of `$name`, otherwise as separate conditions.
 * Accepts what existing dashboards write differently: one value instead of a list, numbers and booleans as
 * text, null for a member that is not set, the type Notification for Notifications, and a chart over time
 * without `with_subperiods`. The config itself stays as it is. Invalid params are left to validation. An
 * unknown type has no params; a note has no query at all, so its callers leave it out.
 */
export function compileQuery(
  type: string,
  config: Config,
  dashboard: DashboardQuerySettings = {},
): WidgetQueryRequest {
  const known = queryTypeNamed(type)
  const properties: Readonly<Record<string, TSchema>> =
    known === undefined ? {} : queryTypes[known].params.properties
  const params: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(properties)) {
    const value = Object.hasOwn(config, name) ? config[name] : null
    if (isGiven(value)) params[name] = coerceParam(value, shape)
    else if (name === 'time_range' && isGiven(dashboard.time_range)) params.time_range = dashboard.time_range
  }
  if (properties.with_subperiods !== undefined && timeCharts.has(String(config.view_type))) {
    params.with_subperiods ??= true
  }
  const variables = readVariables(dashboard.variables)
  const added = variables
    .filter(variable => isApplied(type, config, variable))
    .flatMap(variable => conditionOf(variable) ?? [])
  if (params.filter !== undefined) params.filter = substituteVariables(params.filter, variables)
  if (added.length > 0) {
    // A filter that is not a list is a fault, which validation reports.
    if (params.filter === undefined) params.filter = added
    else if (Array.isArray(params.filter)) params.filter = [...params.filter, ...added]
  }
  return { type: known ?? type, params }
}

/** The variables that have a value and do not filter this widget. A note shows nothing to filter. */
export function variablesWithoutEffect(
  type: string,
  config: Config,
  variables: readonly DashboardVariable[],
): DashboardVariable[] {
  if (isNote(type)) return []
  return variables.filter(
    variable =>
      !meansAll(variable) &&
      !(hasFilter(type) && namesVariable(config.filter, variable)) &&
      !isApplied(type, config, variable),
  )
}

/** Whether queries of a type have a filter that variables can add to. */
function hasFilter(type: string): boolean {
  const known = queryTypeNamed(type)
  return known !== undefined && 'filter' in queryTypes[known].params.properties
}

/** Whether a variable adds its own condition to the filter of a widget. */
function isApplied(type: string, config: Config, variable: DashboardVariable): boolean {
  return canIgnore(type, config, variable) && !ignoredVariables(config).includes(variable.name)
}

/**
 * Whether a widget may ignore a variable: without `ignore_variables` the variable would add its own
 * condition, since it applies to all widgets and the widget's filter does not name it.
 */
export function canIgnore(type: string, config: Config, variable: DashboardVariable): boolean {
  return variable.applies_to !== 'named' && hasFilter(type) && !namesVariable(config.filter, variable)
}

/** Names of the variables that do not filter a widget. */
export function ignoredVariables({ ignore_variables: names }: Config): string[] {
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : []
}

/** Where a fault in the params of `compileQuery` is in the widget: `params.limit` becomes `config.limit`. */
export function configPath(path: string): string {
  return path.replace(/^params/, 'config')
}

/** Compares params as JSON: members in another order make another request. */
export function isSameRequest(a: WidgetQueryRequest, b: WidgetQueryRequest): boolean {
  return a.type === b.type && JSON.stringify(a.params) === JSON.stringify(b.params)
}

/** null and an empty time range mean that nothing is set. */
function isGiven(value: unknown): boolean {
  if (value === null || value === undefined) return false
  return typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length > 0
}

/**
 * Converts one value to a list of one where a list is expected, and text to numbers and booleans, as forms
 * and old files write them.
 */
function coerceParam(value: unknown, shape: TSchema): unknown {
  const type = 'type' in shape ? shape.type : undefined
  if (type === 'array') return typeof value === 'string' || typeof value === 'number' ? [value] : value
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
