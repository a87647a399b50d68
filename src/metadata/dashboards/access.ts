import type { Viewer } from './widget-queries.ts'

/** What decides who sees a dashboard. */
export interface DashboardAccess {
  ownerId: number
  isPublic: boolean
}

export function canReadDashboard(viewer: Viewer, dashboard: DashboardAccess): boolean {
  return dashboard.isPublic || canWriteDashboard(viewer, dashboard)
}

export function canWriteDashboard(viewer: Viewer, { ownerId }: { ownerId: number }): boolean {
  return ownerId === viewer.userId || viewer.managesDashboards
}

/**
 * A widget is seen by its owner, by whoever manages widgets or dashboards, and by everybody while it stands on a public
 * dashboard of its owner. `places`: all dashboards that it stands on.
 */
export function canReadWidget(
  viewer: Viewer,
  widget: { ownerId: number; placements: readonly DashboardAccess[] },
): boolean {
  return canWriteWidget(viewer, widget) || viewer.managesDashboards || isReadableByAll(widget)
}

export function canWriteWidget(viewer: Viewer, { ownerId }: { ownerId: number }): boolean {
  return ownerId === viewer.userId || viewer.managesWidgets
}

export function isReadableByAll(widget: {
  ownerId: number
  placements: readonly DashboardAccess[]
}): boolean {
  return widget.placements.some(place => place.isPublic && place.ownerId === widget.ownerId)
}
