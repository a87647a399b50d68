import { isNote } from '../../schema/dashboards/note.ts'
import { compileQuery } from '../../schema/dashboards/widget-query.ts'
import { Fault } from '../../schema/fault.ts'
import type { WidgetsChanged } from '../changes/feed-kinds.ts'
import { Repository } from '../repository/repository.ts'
import { canReadDashboard, canReadWidget } from './access.ts'
import { configWith, queryIdWith, storedIdFor } from './choice.ts'
import { type Config, parseConfig } from './config.ts'
import { getReadableDashboard, getReadableWidget } from './find.ts'
import { homePlacement, type Placement, placementOn, readWidgets, type StoredWidget } from './rows.ts'
import type { Viewer, WidgetQueries, WidgetQuery } from './widget-queries.ts'

/** The queries of stored widgets. The owner of a query is the owner of the dashboard that shows it. */
export class StoredWidgetQueries extends Repository implements WidgetQueries {
  async byQueryId(viewer: Viewer, queryId: string): Promise<WidgetQuery | null> {
    const storedId = storedIdFor(viewer.chosen, queryId)
    if (storedId === undefined) return null
    const row = await this.db
      .selectFrom('placements')
      .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
      .select(['placements.widget_id', 'placements.dashboard_id', 'dashboards.config'])
      .where('placements.query_id', '=', storedId)
      .executeTakeFirst()
    if (row === undefined) return null
    const [widget] = await readWidgets(this.db, [row.widget_id])
    const place = widget === undefined ? undefined : placementOn(widget, row.dashboard_id)
    if (widget === undefined || place === undefined || !canReadWidget(viewer, widget)) return null
    if (isNote(widget.type)) return null
    // Where a widget is attached, only viewers of that dashboard see it.
    if (place.attached && !canReadDashboard(viewer, place)) return null
    return queryAt(widget, place, parseConfig(row.config), viewer)
  }

  async ofWidget(viewer: Viewer, widgetId: number): Promise<WidgetQuery> {
    const widget = await getReadableWidget(this.db, viewer, widgetId)
    const home = homePlacement(widget)
    if (home === undefined) throw new Fault('not_found')
    if (isNote(widget.type)) throw new Fault('not_found', { detail: 'A note has no query.' })
    const row = await this.db
      .selectFrom('dashboards')
      .select('config')
      .where('id', '=', home.dashboardId)
      .executeTakeFirst()
    // The dashboard was deleted after the widget was read.
    if (row === undefined) throw new Fault('not_found')
    return queryAt(widget, home, parseConfig(row.config), viewer)
  }

  async ofDashboard(viewer: Viewer, dashboardId: number): Promise<WidgetQuery[]> {
    const { id, config, widgets } = await getReadableDashboard(this.db, viewer, dashboardId)
    return widgets
      .filter(widget => !isNote(widget.type) && canReadWidget(viewer, widget))
      .flatMap(widget => {
        const place = placementOn(widget, id)
        return place === undefined ? [] : [queryAt(widget, place, config, viewer)]
      })
  }

  onChange(listener: (changed: WidgetsChanged | null) => void): () => void {
    return this.changes.onChange(listener)
  }
}

function queryAt(
  widget: StoredWidget,
  place: Placement,
  dashboardConfig: Config,
  { chosen }: Viewer,
): WidgetQuery {
  return {
    queryId: queryIdWith(chosen, place.queryId),
    widgetId: widget.id,
    dashboardId: place.dashboardId,
    ownerId: place.ownerId,
    ...compileQuery(widget.type, widget.config, configWith(chosen, dashboardConfig)),
  }
}
