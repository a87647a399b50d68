import type { WidgetsChanged } from '../changes/feed-kinds.ts'
import type { Choice } from './choice.ts'

/** A user who reads dashboards and widgets. */
export interface Viewer {
  userId: number
  managesDashboards: boolean
  managesWidgets: boolean
  /** The viewer sees dashboards with these values of their variables; absent: with the defaults. */
  chosen?: Choice
}

/**
 * The query of a widget on a dashboard. It exists as long as the widget is there, also after a restart; its
 * id changes with its params.
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

/** The queries of widgets, each for viewers who may read it. */
export interface WidgetQueries {
  /** null when there is none, or the viewer may not read its widget there. */
  byQueryId(viewer: Viewer, queryId: string): Promise<WidgetQuery | null>
  /** On the home dashboard of the widget. Throws not_found. */
  ofWidget(viewer: Viewer, widgetId: number): Promise<WidgetQuery>
  /** In the order of the widgets, without withdrawn ones. Throws not_found. */
  ofDashboard(viewer: Viewer, dashboardId: number): Promise<WidgetQuery[]>
  /**
   * Calls the listener after each commit; with null when any of them may have changed. Returns the function
   * that removes it.
   */
  onChange(listener: (changed: WidgetsChanged | null) => void): () => void
}
