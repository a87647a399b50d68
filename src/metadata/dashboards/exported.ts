import type { DashboardExport } from '../../schema/dashboard.ts'
import type { WidgetExport } from '../../schema/widget.ts'
import type { WidgetContent } from './contents.ts'
import type { StoredDashboard } from './rows.ts'
import { mayReadWidget } from './sight.ts'
import type { Viewer } from './widget-queries.ts'

/** The form of a file: what was given when it was made, and whether it is public. Withdrawn widgets are not in it. */
export function exportedDashboard(dashboard: StoredDashboard, viewer: Viewer): DashboardExport {
  const widgets = dashboard.widgets.filter(widget => mayReadWidget(viewer, widget))
  return {
    is_public: dashboard.isPublic,
    config: dashboard.config,
    widgets: widgets.map(exportedWidget),
  }
}

export function exportedWidget({ type, config, isPublic, position, size }: WidgetContent): WidgetExport {
  return {
    type,
    config,
    ...(isPublic === null ? {} : { is_public: isPublic }),
    ...(position === null ? {} : { position }),
    ...(size === null ? {} : { size }),
  }
}
