import type { Viewer } from './widget-queries.ts'

/** What decides who sees a dashboard. */
export interface DashboardSight {
  ownerId: number
  isPublic: boolean
}

export function mayReadDashboard(viewer: Viewer, dashboard: DashboardSight): boolean {
  return dashboard.isPublic || mayWriteDashboard(viewer, dashboard)
}

export function mayWriteDashboard(viewer: Viewer, { ownerId }: { ownerId: number }): boolean {
  return ownerId === viewer.userId || viewer.managesDashboards
}

/**
 * A widget is seen by its owner, by whoever manages widgets or dashboards, and by everybody while it stands on a public
 * dashboard of its owner. `places`: all dashboards that it stands on.
 */
export function mayReadWidget(
  viewer: Viewer,
  widget: { ownerId: number; places: readonly DashboardSight[] },
): boolean {
  return mayWriteWidget(viewer, widget) || viewer.managesDashboards || isOpenToAll(widget)
}

export function mayWriteWidget(viewer: Viewer, { ownerId }: { ownerId: number }): boolean {
  return ownerId === viewer.userId || viewer.managesWidgets
}

export function isOpenToAll(widget: { ownerId: number; places: readonly DashboardSight[] }): boolean {
  return widget.places.some(place => place.isPublic && place.ownerId === widget.ownerId)
}
