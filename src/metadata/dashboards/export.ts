import type { DashboardExport } from '../../schema/dashboard.ts'
import type { WidgetExport } from '../../schema/widget.ts'
import { canReadWidget } from './access.ts'
import type { WidgetContent } from './parse-body.ts'
import type { StoredDashboard } from './rows.ts'
import type { Viewer } from './widget-queries.ts'

/** The form of a file: content without ids and owners. Withdrawn widgets are left out. */
export function exportDashboard(dashboard: StoredDashboard, viewer: Viewer): DashboardExport {
  const widgets = dashboard.widgets.filter(widget => canReadWidget(viewer, widget))
  return {
    is_public: dashboard.isPublic,
    config: dashboard.config,
    widgets: widgets.map(exportWidget),
  }
}

export function exportWidget({ type, config, isPublic, position, size }: WidgetContent): WidgetExport {
  return {
    type,
    config,
    ...(isPublic === null ? {} : { is_public: isPublic }),
    ...(position === null ? {} : { position }),
    ...(size === null ? {} : { size }),
  }
}
