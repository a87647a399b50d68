import type { Viewer, WidgetQueries, WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type { Target } from './targets.ts'

/**
 * Looks up which widgets' queries a target shows. Those who ask the same at the same time share one look-up: when a dashboard
 * changes, all who watch it look again.
 */
export class WidgetLookups {
  readonly #widgets: WidgetQueries
  readonly #running = new Map<string, Promise<WidgetQuery[]>>()

  constructor(widgets: WidgetQueries) {
    this.#widgets = widgets
  }

  /** Of a query that belongs to no widget: none. Throws not_found for a widget or dashboard. */
  find(viewer: Viewer, target: Target): Promise<WidgetQuery[]> {
    const { userId, managesDashboards, managesWidgets } = viewer
    const key = [target.kind, target.id, userId, managesDashboards, managesWidgets].join(' ')
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const looking = this.#ask(viewer, target).finally(() => {
      if (this.#running.get(key) === looking) this.#running.delete(key)
    })
    this.#running.set(key, looking)
    return looking
  }

  /** Whoever asks from now on is not told what was looked up before. */
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
