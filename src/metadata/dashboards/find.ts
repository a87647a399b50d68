// Reads a dashboard or a widget for a viewer, or throws the fault that the viewer gets.

import { Fault } from '../../schema/fault.ts'
import type { Database } from '../database/tables.ts'
import { canReadDashboard, canReadWidget, canWriteDashboard, canWriteWidget } from './access.ts'
import { readDashboards, readWidgets, type StoredDashboard, type StoredWidget } from './rows.ts'
import type { Viewer } from './widget-queries.ts'

/** Throws not_found for a dashboard that the viewer may not read. */
export async function getReadableDashboard(
  db: Database,
  viewer: Viewer,
  id: number,
): Promise<StoredDashboard> {
  const [dashboard] = await readDashboards(db, [id])
  return requireReadable(viewer, dashboard)
}

/** Throws not_found when there is no dashboard, or the viewer may not read it. */
export function requireReadable(viewer: Viewer, dashboard: StoredDashboard | undefined): StoredDashboard {
  if (dashboard === undefined || !canReadDashboard(viewer, dashboard)) throw new Fault('not_found')
  return dashboard
}

/** Throws not_found; permission_denied for a dashboard that the viewer may only read. */
export async function getWritableDashboard(
  db: Database,
  viewer: Viewer,
  id: number,
): Promise<StoredDashboard> {
  const dashboard = await getReadableDashboard(db, viewer, id)
  if (!canWriteDashboard(viewer, dashboard)) throw new Fault('permission_denied')
  return dashboard
}

/** Throws not_found for a widget that the viewer may not read. */
export async function getReadableWidget(db: Database, viewer: Viewer, id: number): Promise<StoredWidget> {
  const [widget] = await readWidgets(db, [id])
  if (widget === undefined || !canReadWidget(viewer, widget)) throw new Fault('not_found')
  return widget
}

/** Throws not_found; permission_denied for a widget that the viewer may only read. */
export async function getWritableWidget(db: Database, viewer: Viewer, id: number): Promise<StoredWidget> {
  const widget = await getReadableWidget(db, viewer, id)
  if (!canWriteWidget(viewer, widget)) throw new Fault('permission_denied')
  return widget
}
