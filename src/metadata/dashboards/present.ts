// Dashboards and widgets as the API shows them to a viewer, and as files contain them.

import type { Dashboard, DashboardExport } from '../../schema/dashboards/dashboard.ts'
import { isNote } from '../../schema/dashboards/note.ts'
import type { Widget, WidgetExport } from '../../schema/dashboards/widget.ts'
import { unixSeconds } from '../database/tables.ts'
import { canReadDashboard, canReadWidget, canWriteDashboard, canWriteWidget } from './access.ts'
import { configWith, queryIdWith } from './choice.ts'
import { type Config, titleOf } from './config.ts'
import type { BodyWarning, WidgetContent } from './parse-body.ts'
import {
  homePlacement,
  type Placement,
  placementOn,
  type StoredDashboard,
  type StoredWidget,
} from './rows.ts'
import type { Viewer } from './widget-queries.ts'

/**
 * Members of a config that place the widget. A withdrawn widget, which the viewer may no longer read, keeps
 * them, so that the layout of the dashboard does not change.
 */
const layoutMembers = ['col', 'row', 'sizeX', 'sizeY'] as const

/** A dashboard in the API, for a viewer who may read it. */
export function presentDashboard(dashboard: StoredDashboard, viewer: Viewer): Dashboard {
  return {
    id: dashboard.id,
    owner: dashboard.owner,
    title: titleOf(dashboard.config),
    is_public: dashboard.isPublic,
    is_default: dashboard.isDefault,
    config: configWith(viewer.chosen, dashboard.config),
    widgets: dashboard.widgets.map(widget => presentPlacedWidget(widget, dashboard, viewer)),
    read_only: !canWriteDashboard(viewer, dashboard),
    created_at: unixSeconds(dashboard.createdAt),
    updated_at: unixSeconds(dashboard.updatedAt),
  }
}

/** A widget of a dashboard. An attached one is read-only, and withdrawn if the viewer may not read it. */
export function presentPlacedWidget(
  widget: StoredWidget,
  dashboard: Pick<StoredDashboard, 'id' | 'ownerId' | 'createdAt'>,
  viewer: Viewer,
): Widget {
  const place = placementOn(widget, dashboard.id)
  if (!canReadWidget(viewer, widget)) return presentWithdrawn(widget, place, dashboard)
  const readOnly = place?.attached !== false || !canWriteDashboard(viewer, dashboard)
  return presentAt(widget, place, viewer, readOnly)
}

/** A single widget, as on its home dashboard. */
export function presentWidget(widget: StoredWidget, viewer: Viewer): Widget {
  return presentAt(widget, homePlacement(widget), viewer, !canWriteWidget(viewer, widget))
}

function presentAt(
  widget: StoredWidget,
  place: Placement | undefined,
  viewer: Viewer,
  readOnly: boolean,
): Widget {
  return {
    id: widget.id,
    owner: widget.owner,
    dashboard_ids: widget.placements
      .filter(placement => placement === place || canReadDashboard(viewer, placement))
      .map(({ dashboardId }) => dashboardId),
    type: widget.type,
    title: titleOf(widget.config),
    config: widget.config,
    is_public: widget.isPublic === true,
    position: widget.position ?? place?.ordinal ?? 0,
    size: widget.size,
    read_only: readOnly,
    query_id: place && !isNote(widget.type) ? queryIdWith(viewer.chosen, place.queryId) : null,
    created_at: unixSeconds(widget.createdAt),
    updated_at: unixSeconds(widget.updatedAt),
  }
}

/** A widget that the viewer may no longer read: without its content and its times. */
function presentWithdrawn(
  widget: StoredWidget,
  place: Placement | undefined,
  dashboard: Pick<StoredDashboard, 'id' | 'createdAt'>,
): Widget {
  const config: Config = {}
  for (const name of layoutMembers) if (widget.config[name] !== undefined) config[name] = widget.config[name]
  return {
    id: widget.id,
    owner: widget.owner,
    dashboard_ids: [dashboard.id],
    type: '',
    title: '',
    config,
    is_public: false,
    position: place?.ordinal ?? 0,
    size: null,
    read_only: true,
    query_id: null,
    withdrawn: true,
    created_at: unixSeconds(dashboard.createdAt),
    updated_at: unixSeconds(dashboard.createdAt),
  }
}

/** A new dashboard with the warnings about its widgets, whose paths begin with `pathPrefix` (`[0].`). */
export function withWarnings(
  dashboard: Dashboard,
  warnings: readonly BodyWarning[],
  pathPrefix: string,
): Dashboard {
  const ownWarnings = dashboard.widgets.flatMap((widget, index) => {
    const prefix = `${pathPrefix}widgets[${index}].`
    return warnings
      .filter(warning => warning.path.startsWith(prefix))
      .map(warning => ({
        widget_id: widget.id,
        field: warning.path.slice(prefix.length),
        message: warning.message,
      }))
  })
  return ownWarnings.length === 0 ? dashboard : { ...dashboard, warnings: ownWarnings }
}

/** The form of a file: content without ids and owners. Withdrawn widgets are left out. */
export function exportDashboard(dashboard: StoredDashboard, viewer: Viewer): DashboardExport {
  const widgets = dashboard.widgets.filter(widget => canReadWidget(viewer, widget))
  return {
    is_public: dashboard.isPublic,
    config: dashboard.config,
    widgets: widgets.map(exportWidget),
  }
}

/** A widget of a file: absent members were never given. */
export function exportWidget({ type, config, isPublic, position, size }: WidgetContent): WidgetExport {
  return {
    type,
    config,
    ...(isPublic === null ? {} : { is_public: isPublic }),
    ...(position === null ? {} : { position }),
    ...(size === null ? {} : { size }),
  }
}
