import type { Transaction } from 'kysely'
import type { DashboardChange } from '../changes/dashboard-changes.ts'
import type { Tables } from '../database/tables.ts'
import { getRights } from '../identity/rights.ts'
import { isReadableByAll } from './access.ts'
import { type Placement, placementOn, readWidgets, type StoredWidget } from './rows.ts'
import { insertWidget } from './write.ts'

/**
 * Removes widgets from a dashboard. If the dashboard is the home of a widget (not attached there), another
 * dashboard of its owner that has it attached becomes its home. Without one, the widget is deleted.
 */
export async function removeFromDashboard(
  change: DashboardChange,
  dashboardId: number,
  widgets: readonly StoredWidget[],
): Promise<void> {
  for (const widget of widgets) {
    const place = placementOn(widget, dashboardId)
    if (place === undefined) continue
    await removePlacement(change, widget, place)
    if (place.attached) continue
    const otherPlacements = widget.placements.filter(other => other !== place)
    const next = otherPlacements.find(other => other.ownerId === widget.ownerId)
    if (next === undefined) await deleteWidget(change, widget, otherPlacements)
    else await makeHome(change, next, { attachedId: widget.id, newId: widget.id })
  }
}

/** Removes a widget from all dashboards of its owner and deletes it. */
export async function removeWidget(change: DashboardChange, widget: StoredWidget): Promise<void> {
  const isOwn = (place: Placement) => place.ownerId === widget.ownerId
  for (const place of widget.placements.filter(isOwn)) await removePlacement(change, widget, place)
  await deleteWidget(
    change,
    widget,
    widget.placements.filter(place => !isOwn(place)),
  )
}

/**
 * For a user who will be deleted: deletes the user's widgets. Other users keep widgets that they attached, as
 * their own.
 */
export async function handOverAttachedWidgets(change: DashboardChange, userId: number): Promise<void> {
  const { transaction } = change
  const dashboards = await transaction
    .selectFrom('dashboards')
    .select('id')
    .where('owner_id', '=', userId)
    .execute()
  for (const { id } of dashboards) change.dashboards.add(id)
  const widgets = await transaction
    .selectFrom('widgets')
    .select('id')
    .where('owner_id', '=', userId)
    .execute()
  for (const { id } of widgets) {
    const [widget] = await readWidgets(transaction, [id])
    if (widget !== undefined) await removeWidget(change, widget)
  }
}

/** Deletes a widget. Attachments by other users who could read it become separate widgets. */
async function deleteWidget(
  change: DashboardChange,
  widget: StoredWidget,
  others: readonly Placement[],
): Promise<void> {
  const wasReadableByAll = isReadableByAll(widget)
  for (const place of others) {
    if (wasReadableByAll || (await canReadAllWidgets(change.transaction, place.ownerId))) {
      const copyId = await insertWidget(change, place.ownerId, widget)
      await makeHome(change, place, { attachedId: widget.id, newId: copyId })
    } else await removePlacement(change, widget, place)
  }
  await change.transaction.deleteFrom('widgets').where('id', '=', widget.id).execute()
}

/**
 * Makes the placement of an attached widget the home of the widget `newId`, which is the same widget or its
 * copy. The placement keeps its query id, since the query is the same.
 */
async function makeHome(
  change: DashboardChange,
  place: Placement,
  { attachedId, newId }: { attachedId: number; newId: number },
): Promise<void> {
  await change.transaction
    .updateTable('placements')
    .set({ widget_id: newId, attached: 0 })
    .where('dashboard_id', '=', place.dashboardId)
    .where('widget_id', '=', attachedId)
    .execute()
  change.dashboards.add(place.dashboardId)
}

async function removePlacement(
  change: DashboardChange,
  widget: StoredWidget,
  place: Placement,
): Promise<void> {
  await change.transaction
    .deleteFrom('placements')
    .where('dashboard_id', '=', place.dashboardId)
    .where('widget_id', '=', widget.id)
    .execute()
  change.dashboards.add(place.dashboardId)
  change.widgets.add(widget.id)
  change.queries.add(place.queryId)
}

async function canReadAllWidgets(transaction: Transaction<Tables>, userId: number): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'is_admin'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return false
  const { permissions } = await getRights(transaction, user)
  return permissions.has('manage_widgets') || permissions.has('manage_dashboards')
}
