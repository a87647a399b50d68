import type { WidgetsChanged } from '../changes/feed-kinds.ts'
import type { Choice } from './choice.ts'

/** A user who reads dashboards and widgets. */
export interface Viewer {
  userId: number
  managesDashboards: boolean
  managesWidgets: boolean
  /** The values of dashboard variables that the viewer has chosen; absent: the defaults. */
  chosen?: Choice
}

/**
 * The query of a widget on a dashboard. It exists as long as the widget is on the dashboard, also after a
 * restart. Its id changes with its params.
 */
export interface WidgetQuery {
  queryId: string
  widgetId: number
  dashboardId: number
  ownerId: number
  /** Query type and params from the config; the time range is the dashboard's when the config has none. */
  type: string
  params: Record<string, unknown>
}

/** The queries of widgets, each for viewers who may read it. Notes have no queries. */
export interface WidgetQueries {
  /** null if there is no such query, or the viewer may not read its widget on its dashboard. */
  byQueryId(viewer: Viewer, queryId: string): Promise<WidgetQuery | null>
  /**
   * The query on the widget's home dashboard: other dashboards only attach the widget. Throws not_found, also
   * for a note.
   */
  ofWidget(viewer: Viewer, widgetId: number): Promise<WidgetQuery>
  /** In the order of the widgets, without widgets that the viewer may not read. Throws not_found. */
  ofDashboard(viewer: Viewer, dashboardId: number): Promise<WidgetQuery[]>
  /**
   * Calls the listener after each commit; with null if any widget or dashboard may have changed. Returns the
   * function that removes the listener.
   */
  onChange(listener: (changed: WidgetsChanged | null) => void): () => void
}
