/** Who looks at dashboards and widgets. */
export interface Viewer {
  userId: number
  managesDashboards: boolean
  managesWidgets: boolean
}

/**
 * The query that a widget shows on a dashboard. It lives as long as the widget stands there, also over a restart; its id changes
 * when what is asked does.
 */
export interface WidgetQuery {
  queryId: string
  widgetId: number
  dashboardId: number
  ownerId: number
  /** A query type, and its params: those of the widget's config, with the time range of the dashboard when it has none. */
  type: string
  params: Record<string, unknown>
}

/** What changed: these may show something else now, or be gone. */
export interface WidgetsChanged {
  dashboards: readonly number[]
  widgets: readonly number[]
  /** Query ids that are no more. */
  queries: readonly string[]
}

/** The queries of widgets, for those who compute them and those who tell them on. Nobody is shown what they may not see. */
export interface WidgetQueries {
  /** null when there is none, or the viewer may not see its widget there. */
  byQueryId(viewer: Viewer, queryId: string): Promise<WidgetQuery | null>
  /** On the dashboard where the widget is at home (where it was first put). Throws not_found. */
  ofWidget(viewer: Viewer, widgetId: number): Promise<WidgetQuery>
  /** In the order of the dashboard, without withdrawn widgets. Throws not_found. */
  ofDashboard(viewer: Viewer, dashboardId: number): Promise<WidgetQuery[]>
  /** Called after a change was committed. Returns the unsubscribe function. */
  onChange(listener: (changed: WidgetsChanged) => void): () => void
}
