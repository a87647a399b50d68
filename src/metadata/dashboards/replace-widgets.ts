import { canReadWidget } from './access.ts'
import type { Change } from './changes.ts'
import { titleOf } from './config.ts'
import { removeFromDashboard } from './detach.ts'
import type { WidgetContent } from './parse-body.ts'
import { placementOn, type StoredDashboard, type StoredWidget } from './rows.ts'
import type { Viewer } from './widget-queries.ts'
import { insertWidget, placeWidget, updateWidget } from './write.ts'

/**
 * Makes these the widgets of the dashboard. Bodies carry no ids of widgets: one that is equal stays what it is, also an attached
 * one; otherwise one of the same type and title is that widget, changed. The others go, or are new.
 */
export async function replaceWidgets(
  work: Change,
  viewer: Viewer,
  dashboard: StoredDashboard,
  contents: readonly WidgetContent[],
): Promise<void> {
  const left = new Set(dashboard.widgets)
  const take = (candidates: readonly StoredWidget[] | undefined) => {
    const widget = candidates?.find(one => left.has(one))
    if (widget !== undefined) left.delete(widget)
    return widget
  }
  const seen = dashboard.widgets.filter(widget => canReadWidget(viewer, widget))
  const equal = Map.groupBy(seen, wholeKey)
  const staying = contents.map(content => take(equal.get(wholeKey(content))))
  const own = seen.filter(widget => placementOn(widget, dashboard.id)?.attached === false)
  const alike = Map.groupBy(own, nameKey)
  for (const [index, content] of contents.entries()) staying[index] ??= take(alike.get(nameKey(content)))

  await removeFromDashboard(work, dashboard.id, [...left])
  for (const [ordinal, content] of contents.entries()) {
    const widget = staying[ordinal]
    if (widget === undefined) {
      const widgetId = await insertWidget(work, dashboard.ownerId, content)
      await placeWidget(work, { dashboardId: dashboard.id, widgetId, ordinal, attached: false })
      continue
    }
    if (wholeKey(widget) !== wholeKey(content)) await updateWidget(work, widget, content)
    await work.transaction
      .updateTable('placements')
      .set({ ordinal })
      .where('dashboard_id', '=', dashboard.id)
      .where('widget_id', '=', widget.id)
      .execute()
  }
}

function wholeKey({ type, config, isPublic, position, size }: WidgetContent): string {
  return JSON.stringify([type, config, isPublic, position, size])
}

function nameKey({ type, config }: WidgetContent): string {
  return JSON.stringify([type, titleOf(config)])
}
