import { Fault } from '../../schema/fault.ts'
import type { Database } from '../tables.ts'
import type { Changes } from './changes.ts'
import { type Config, configOf } from './config.ts'
import { readable } from './dashboards.ts'
import { queryOf } from './query-of.ts'
import { homeOf, type Place, placeOn, readWidgets, type StoredWidget } from './rows.ts'
import { mayReadDashboard, mayReadWidget } from './sight.ts'
import type { Viewer, WidgetQueries, WidgetQuery, WidgetsChanged } from './widget-queries.ts'
import { readableWidget } from './widgets.ts'

/** The queries of the widgets that are kept. The owner of one is the owner of the dashboard that shows it. */
export class StoredWidgetQueries implements WidgetQueries {
  readonly #db: Database
  readonly #changes: Changes

  constructor(db: Database, changes: Changes) {
    this.#db = db
    this.#changes = changes
  }

  async byQueryId(viewer: Viewer, queryId: string): Promise<WidgetQuery | null> {
    const row = await this.#db
      .selectFrom('placements')
      .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
      .select(['placements.widget_id', 'placements.dashboard_id', 'dashboards.config'])
      .where('placements.query_id', '=', queryId)
      .executeTakeFirst()
    if (row === undefined) return null
    const [widget] = await readWidgets(this.#db, [row.widget_id])
    const place = widget === undefined ? undefined : placeOn(widget, row.dashboard_id)
    if (widget === undefined || place === undefined || !mayReadWidget(viewer, widget)) return null
    // At home it is shown to whoever sees it, by itself; elsewhere to whoever sees that dashboard too.
    if (place.attached && !mayReadDashboard(viewer, place)) return null
    return queryAt(widget, place, configOf(row.config))
  }

  async ofWidget(viewer: Viewer, widgetId: number): Promise<WidgetQuery> {
    const widget = await readableWidget(this.#db, viewer, widgetId)
    const home = homeOf(widget)
    const row = await this.#db
      .selectFrom('dashboards')
      .select('config')
      .where('id', '=', home?.dashboardId ?? 0)
      .executeTakeFirst()
    if (home === undefined || row === undefined) throw new Fault('not_found')
    return queryAt(widget, home, configOf(row.config))
  }

  async ofDashboard(viewer: Viewer, dashboardId: number): Promise<WidgetQuery[]> {
    const { id, config, widgets } = await readable(this.#db, viewer, dashboardId)
    return widgets
      .filter(widget => mayReadWidget(viewer, widget))
      .flatMap(widget => {
        const place = placeOn(widget, id)
        return place === undefined ? [] : [queryAt(widget, place, config)]
      })
  }

  onChange(listener: (changed: WidgetsChanged) => void): () => void {
    return this.#changes.listen(listener)
  }
}

function queryAt(widget: StoredWidget, place: Place, dashboardConfig: Config): WidgetQuery {
  return {
    queryId: place.queryId,
    widgetId: widget.id,
    dashboardId: place.dashboardId,
    ownerId: place.ownerId,
    ...queryOf(widget.type, widget.config, dashboardConfig.time_range),
  }
}
