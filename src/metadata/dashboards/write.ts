// Writes dashboards, widgets and placements within a DashboardChange, and adds their ids to it.

import { randomBytes } from 'node:crypto'
import { readVariables, withChosenValues } from '../../schema/dashboards/dashboard-variable.ts'
import { compileQuery, isSameRequest } from '../../schema/dashboards/widget-query.ts'
import type { DashboardChange } from '../changes/dashboard-changes.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { nameKey } from '../database/tables.ts'
import { type Config, parseConfig, titleOf } from './config.ts'
import type { DashboardContent, WidgetContent } from './parse-body.ts'
import { placementOn, type StoredDashboard, type StoredWidget } from './rows.ts'

/** Inserts a dashboard without widgets. Returns its id. */
export async function insertDashboard(
  change: DashboardChange,
  ownerId: number,
  content: DashboardContent,
): Promise<number> {
  const id = await insertRow(change.transaction, 'dashboards', {
    ...dashboardColumns(content),
    owner_id: ownerId,
    created_at: change.now,
    updated_at: change.now,
  })
  if (content.isDefault) await clearOtherDefaults(change, id)
  change.dashboards.add(id)
  return id
}

/**
 * Updates a dashboard. Its time range and variables are part of its widgets' queries: a widget whose query
 * changes gets a new query id on this dashboard, even if the query changes only for values that a token
 * chooses.
 */
export async function updateDashboard(
  change: DashboardChange,
  before: StoredDashboard,
  content: DashboardContent,
): Promise<void> {
  await updateRow(change.transaction, 'dashboards', before.id, {
    ...dashboardColumns(content),
    updated_at: change.now,
  })
  if (content.isDefault) await clearOtherDefaults(change, before.id)
  change.dashboards.add(before.id)
  for (const widget of before.widgets) {
    // Whether this dashboard is public may decide who sees the widget on other dashboards.
    change.widgets.add(widget.id)
    for (const { dashboardId } of widget.placements) change.dashboards.add(dashboardId)
    const place = placementOn(widget, before.id)
    if (place !== undefined && !isSameQuery([widget, before.config], [widget, content.config]))
      await renewQueryId(change, place.queryId)
  }
}

/** Inserts a widget, which is on no dashboard until it is placed. Returns its id. */
export async function insertWidget(
  change: DashboardChange,
  ownerId: number,
  content: WidgetContent,
): Promise<number> {
  const id = await insertRow(change.transaction, 'widgets', {
    ...widgetColumns(content),
    owner_id: ownerId,
    created_at: change.now,
    updated_at: change.now,
  })
  change.widgets.add(id)
  return id
}

/** Updates a widget. Gives it a new query id on each dashboard where its query changes. */
export async function updateWidget(
  change: DashboardChange,
  before: StoredWidget,
  content: WidgetContent,
): Promise<void> {
  await updateRow(change.transaction, 'widgets', before.id, {
    ...widgetColumns(content),
    updated_at: change.now,
  })
  change.widgets.add(before.id)
  const dashboards = await change.transaction
    .selectFrom('placements')
    .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
    .select(['dashboards.id', 'dashboards.config', 'placements.query_id'])
    .where('placements.widget_id', '=', before.id)
    .execute()
  for (const { id, config, query_id } of dashboards) {
    change.dashboards.add(id)
    const dashboard = parseConfig(config)
    if (!isSameQuery([before, dashboard], [content, dashboard])) await renewQueryId(change, query_id)
  }
}

type QueryParts = [widget: Pick<WidgetContent, 'type' | 'config'>, dashboardConfig: Config]

/** Whether a change leaves a widget's query as it is, for the default values and for any chosen ones. */
function isSameQuery(before: QueryParts, after: QueryParts): boolean {
  const isSame = (withValues: (dashboardConfig: Config) => Config) => {
    const compile = ([{ type, config }, dashboardConfig]: QueryParts) =>
      compileQuery(type, config, withValues(dashboardConfig))
    return isSameRequest(compile(before), compile(after))
  }
  return isSame(config => config) && isSame(withDistinctValues)
}

/** The config with another value for each variable, since a default of all values hides what a value does. */
function withDistinctValues(config: Config): Config {
  const values = readVariables(config.variables).map(({ name }) => [name, `value of ${name}`] as const)
  return withChosenValues(config, Object.fromEntries(values))
}

/** Puts a widget on a dashboard that it is not on. `attached`: not its home dashboard. */
export async function placeWidget(
  change: DashboardChange,
  place: { dashboardId: number; widgetId: number; ordinal: number; attached: boolean },
): Promise<void> {
  await change.transaction
    .insertInto('placements')
    .values({
      dashboard_id: place.dashboardId,
      widget_id: place.widgetId,
      ordinal: place.ordinal,
      attached: place.attached ? 1 : 0,
      query_id: newQueryId(),
    })
    .execute()
  change.dashboards.add(place.dashboardId)
}

/** Sets the time of the last change of a dashboard whose widgets changed. */
export async function touchDashboard(change: DashboardChange, id: number): Promise<void> {
  await updateRow(change.transaction, 'dashboards', id, { updated_at: change.now })
  change.dashboards.add(id)
}

/** Gives a placement a new query id. The previous query no longer exists. */
async function renewQueryId(change: DashboardChange, queryId: string): Promise<void> {
  await change.transaction
    .updateTable('placements')
    .set({ query_id: newQueryId() })
    .where('query_id', '=', queryId)
    .execute()
  change.queries.add(queryId)
}

async function clearOtherDefaults({ transaction }: DashboardChange, id: number): Promise<void> {
  await transaction
    .updateTable('dashboards')
    .set({ is_default: 0 })
    .where('is_default', '=', 1)
    .where('id', '!=', id)
    .execute()
}

function dashboardColumns({ config, isPublic, isDefault }: DashboardContent) {
  const title = titleOf(config)
  return {
    title,
    title_key: nameKey(title),
    config: JSON.stringify(config),
    is_public: flag(isPublic),
    is_default: isDefault ? (1 as const) : (0 as const),
  }
}

function widgetColumns({ type, config, isPublic, position, size }: WidgetContent) {
  const title = titleOf(config)
  return {
    type,
    title,
    title_key: nameKey(title),
    config: JSON.stringify(config),
    is_public: flag(isPublic),
    position,
    size,
  }
}

/** null: the client has not given the value. */
function flag(value: boolean | null): 0 | 1 | null {
  if (value === null) return null
  return value ? 1 : 0
}

/** A new random query id: 128 bits in hexadecimal, like ids of other queries. */
function newQueryId(): string {
  return randomBytes(16).toString('hex')
}
