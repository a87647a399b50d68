import { randomBytes } from 'node:crypto'
import { nameKey } from '../tables.ts'
import type { Change } from './changes.ts'
import { compileQuery, isSameRequest } from './compile-query.ts'
import { parseConfig, titleOf } from './config.ts'
import type { DashboardContent, WidgetContent } from './parse-body.ts'
import { placementOn, type StoredDashboard, type StoredWidget } from './rows.ts'

/** Answers the id. */
export async function insertDashboard(
  work: Change,
  ownerId: number,
  content: DashboardContent,
): Promise<number> {
  const { id } = await work.transaction
    .insertInto('dashboards')
    .values({
      ...dashboardColumns(content),
      owner_id: ownerId,
      created_at: work.now,
      updated_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (content.isDefault) await clearOtherDefaults(work, id)
  work.dashboards.add(id)
  return id
}

/** Widgets that had the time range of the dashboard ask something new when it changes. */
export async function updateDashboard(
  work: Change,
  before: StoredDashboard,
  content: DashboardContent,
): Promise<void> {
  await work.transaction
    .updateTable('dashboards')
    .set({ ...dashboardColumns(content), updated_at: work.now })
    .where('id', '=', before.id)
    .execute()
  if (content.isDefault) await clearOtherDefaults(work, before.id)
  work.dashboards.add(before.id)
  for (const widget of before.widgets) {
    // Whether the dashboard is public may decide who sees it on others too.
    work.widgets.add(widget.id)
    for (const { dashboardId } of widget.placements) work.dashboards.add(dashboardId)
    const asked = compileQuery(widget.type, widget.config, before.config.time_range)
    const asks = compileQuery(widget.type, widget.config, content.config.time_range)
    const place = placementOn(widget, before.id)
    if (place !== undefined && !isSameRequest(asked, asks)) await renewQuery(work, place.queryId)
  }
}

/** Answers the id. It is at home nowhere until it is placed. */
export async function insertWidget(work: Change, ownerId: number, content: WidgetContent): Promise<number> {
  const { id } = await work.transaction
    .insertInto('widgets')
    .values({ ...widgetColumns(content), owner_id: ownerId, created_at: work.now, updated_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  work.widgets.add(id)
  return id
}

/** Wherever it stands its query is a new one when it asks something new there. */
export async function updateWidget(
  work: Change,
  before: StoredWidget,
  content: WidgetContent,
): Promise<void> {
  await work.transaction
    .updateTable('widgets')
    .set({ ...widgetColumns(content), updated_at: work.now })
    .where('id', '=', before.id)
    .execute()
  work.widgets.add(before.id)
  const dashboards = await work.transaction
    .selectFrom('placements')
    .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
    .select(['dashboards.id', 'dashboards.config', 'placements.query_id'])
    .where('placements.widget_id', '=', before.id)
    .execute()
  for (const { id, config, query_id } of dashboards) {
    work.dashboards.add(id)
    const range = parseConfig(config).time_range
    const asked = compileQuery(before.type, before.config, range)
    if (!isSameRequest(asked, compileQuery(content.type, content.config, range)))
      await renewQuery(work, query_id)
  }
}

/** Puts a widget on a dashboard where it does not stand yet. */
export async function placeWidget(
  work: Change,
  place: { dashboardId: number; widgetId: number; ordinal: number; attached: boolean },
): Promise<void> {
  await work.transaction
    .insertInto('placements')
    .values({
      dashboard_id: place.dashboardId,
      widget_id: place.widgetId,
      ordinal: place.ordinal,
      attached: place.attached ? 1 : 0,
      query_id: newQueryId(),
    })
    .execute()
  work.dashboards.add(place.dashboardId)
}

/** The dashboard has changed, through its widgets. */
export async function touchDashboard(work: Change, id: number): Promise<void> {
  await work.transaction
    .updateTable('dashboards')
    .set({ updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.dashboards.add(id)
}

async function renewQuery(work: Change, queryId: string): Promise<void> {
  await work.transaction
    .updateTable('placements')
    .set({ query_id: newQueryId() })
    .where('query_id', '=', queryId)
    .execute()
  work.queries.add(queryId)
}

async function clearOtherDefaults({ transaction }: Change, id: number): Promise<void> {
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

function flag(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0
}

/** As those of other queries: 128 random bits. */
function newQueryId(): string {
  return randomBytes(16).toString('hex')
}
