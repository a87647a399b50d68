import type { WidgetsChanged } from '../../../metadata/changes/feed-kinds.ts'
import type { Viewer, WidgetQueries, WidgetQuery } from '../../../metadata/dashboards/widget-queries.ts'
import { Fault } from '../../../schema/fault.ts'

/**
 * Dashboards and their widgets in memory, with only the members that queries need. Each widget is on one
 * dashboard.
 */
export class WidgetBoard implements WidgetQueries {
  readonly #dashboards = new Map<number, { ownerId: number; isPublic: boolean }>()
  readonly #widgets = new Map<number, WidgetQuery>()
  readonly #listeners = new Set<(changed: WidgetsChanged) => void>()
  #made = 0
  /** Number of lookups. */
  looked = 0

  get listeners(): number {
    return this.#listeners.size
  }

  /** Creates a dashboard, or changes who sees it: its owner, managers, and all users when it is public. */
  setDashboard(id: number, ownerId: number, { isPublic = false } = {}): void {
    this.#dashboards.set(id, { ownerId, isPublic })
    this.#notify({ dashboards: [id] })
  }

  /** Puts a widget on a dashboard, or changes its query. */
  setWidget(
    widgetId: number,
    dashboardId: number,
    type: string,
    params: Record<string, unknown>,
  ): WidgetQuery {
    const { ownerId = 0 } = this.#dashboards.get(dashboardId) ?? {}
    const before = this.#widgets.get(widgetId)
    const queryId = (++this.#made).toString(16).padStart(32, '0')
    const widget = { queryId, widgetId, dashboardId, ownerId, type, params }
    this.#widgets.set(widgetId, widget)
    this.#notify({ dashboards: [dashboardId], widgets: [widgetId], queries: before ? [before.queryId] : [] })
    return widget
  }

  removeWidget(id: number): void {
    const widget = this.#widgets.get(id)
    if (widget === undefined) return
    this.#widgets.delete(id)
    this.#notify({ dashboards: [widget.dashboardId], widgets: [id], queries: [widget.queryId] })
  }

  removeDashboard(id: number): void {
    const gone = [...this.#widgets.values()].filter(widget => widget.dashboardId === id)
    this.#dashboards.delete(id)
    for (const { widgetId } of gone) this.#widgets.delete(widgetId)
    const [widgets, queries] = [gone.map(({ widgetId }) => widgetId), gone.map(({ queryId }) => queryId)]
    this.#notify({ dashboards: [id], widgets, queries })
  }

  async byQueryId(viewer: Viewer, queryId: string): Promise<WidgetQuery | null> {
    this.looked++
    const widget = [...this.#widgets.values()].find(one => one.queryId === queryId)
    return widget !== undefined && this.#sees(viewer, widget.dashboardId) ? widget : null
  }

  async ofWidget(viewer: Viewer, id: number): Promise<WidgetQuery> {
    this.looked++
    const widget = this.#widgets.get(id)
    if (widget === undefined || !this.#sees(viewer, widget.dashboardId)) throw new Fault('not_found')
    return widget
  }

  async ofDashboard(viewer: Viewer, id: number): Promise<WidgetQuery[]> {
    this.looked++
    if (!this.#sees(viewer, id)) throw new Fault('not_found')
    return [...this.#widgets.values()].filter(widget => widget.dashboardId === id)
  }

  onChange(listener: (changed: WidgetsChanged) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #sees({ userId, managesDashboards }: Viewer, dashboardId: number): boolean {
    const dashboard = this.#dashboards.get(dashboardId)
    if (dashboard === undefined) return false
    return dashboard.isPublic || dashboard.ownerId === userId || managesDashboards
  }

  #notify(changed: Partial<WidgetsChanged>): void {
    for (const listener of this.#listeners) listener({ dashboards: [], widgets: [], queries: [], ...changed })
  }
}
