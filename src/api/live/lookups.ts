import type { Viewer, WidgetQueries, WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type { Target } from './target.ts'

/**
 * Finds the widget queries that a target shows. Equal look-ups at the same time are one: when a dashboard changes, all who
 * watch it look again.
 */
export class WidgetLookups {
  readonly #widgets: WidgetQueries
  readonly #running = new Map<string, Promise<WidgetQuery[]>>()

  constructor(widgets: WidgetQueries) {
    this.#widgets = widgets
  }

  /** None for a query that belongs to no widget. Throws not_found for a widget or dashboard. */
  find(viewer: Viewer, target: Target): Promise<WidgetQuery[]> {
    const { userId, managesDashboards, managesWidgets } = viewer
    const key = [target.kind, target.id, userId, managesDashboards, managesWidgets].join(' ')
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const lookup = this.#ask(viewer, target).finally(() => {
      if (this.#running.get(key) === lookup) this.#running.delete(key)
    })
    this.#running.set(key, lookup)
    return lookup
  }

  /** Later calls do not join look-ups that are running. */
  invalidate(): void {
    this.#running.clear()
  }

  async #ask(viewer: Viewer, { kind, id }: Target): Promise<WidgetQuery[]> {
    if (kind === 'dashboard') return await this.#widgets.ofDashboard(viewer, id)
    if (kind === 'widget') return [await this.#widgets.ofWidget(viewer, id)]
    const widget = await this.#widgets.byQueryId(viewer, id)
    return widget === null ? [] : [widget]
  }
}
