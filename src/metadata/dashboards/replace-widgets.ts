import type { DashboardChange } from '../changes/dashboard-changes.ts'
import { canReadWidget } from './access.ts'
import { titleOf } from './config.ts'
import { removeFromDashboard } from './detach.ts'
import type { WidgetContent } from './parse-body.ts'
import { placementOn, type StoredDashboard, type StoredWidget } from './rows.ts'
import type { Viewer } from './widget-queries.ts'
import { insertWidget, placeWidget, updateWidget } from './write.ts'

/**
 * Replaces the widgets of a dashboard by the contents of a request body. Bodies carry no widget ids, so each
 * content takes the widget with equal content, else a widget with the same type and title, which gets the
 * content. Contents without a match become new widgets.
 *
 * An attached widget (its home is another dashboard) takes part only in the first match, since it may be
 * changed only at its home. Widgets without a match leave the dashboard: attached ones are detached, others
 * are deleted unless another dashboard of their owner has them attached. A widget that the viewer may not
 * read never matches, so it leaves too.
 */
export async function replaceWidgets(
  change: DashboardChange,
  viewer: Viewer,
  dashboard: StoredDashboard,
  contents: readonly WidgetContent[],
): Promise<void> {
  const unmatched = new Set(dashboard.widgets)
  const takeFrom = (candidates: readonly StoredWidget[] | undefined) => {
    const widget = candidates?.find(candidate => unmatched.has(candidate))
    if (widget !== undefined) unmatched.delete(widget)
    return widget
  }
  const visible = dashboard.widgets.filter(widget => canReadWidget(viewer, widget))
  const byContent = Map.groupBy(visible, contentKey)
  const matched = contents.map(content => takeFrom(byContent.get(contentKey(content))))
  const atHome = visible.filter(widget => placementOn(widget, dashboard.id)?.attached === false)
  const byTitle = Map.groupBy(atHome, titleKey)
  for (const [index, content] of contents.entries())
    matched[index] ??= takeFrom(byTitle.get(titleKey(content)))

  await removeFromDashboard(change, dashboard.id, [...unmatched])
  for (const [ordinal, content] of contents.entries()) {
    const widget = matched[ordinal]
    if (widget === undefined) {
      const widgetId = await insertWidget(change, dashboard.ownerId, content)
      await placeWidget(change, { dashboardId: dashboard.id, widgetId, ordinal, attached: false })
      continue
    }
    if (contentKey(widget) !== contentKey(content)) await updateWidget(change, widget, content)
    if (placementOn(widget, dashboard.id)?.ordinal === ordinal) continue
    await change.transaction
      .updateTable('placements')
      .set({ ordinal })
      .where('dashboard_id', '=', dashboard.id)
      .where('widget_id', '=', widget.id)
      .execute()
  }
}

function contentKey({ type, config, isPublic, position, size }: WidgetContent): string {
  return JSON.stringify([type, config, isPublic, position, size])
}

function titleKey({ type, config }: WidgetContent): string {
  return JSON.stringify([type, titleOf(config)])
}
