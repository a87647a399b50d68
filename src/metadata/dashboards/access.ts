import type { Viewer } from './widget-queries.ts'

/** The properties that decide who may read a dashboard. */
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
 * The owner of a widget and holders of manage_widgets or manage_dashboards may read it. All users may while
 * it is on a public dashboard of its owner.
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

/** Whether the widget is on a public dashboard of its owner. */
export function isReadableByAll(widget: {
  ownerId: number
  placements: readonly DashboardAccess[]
}): boolean {
  return widget.placements.some(place => place.isPublic && place.ownerId === widget.ownerId)
}
