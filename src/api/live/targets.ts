import type { WidgetQueries, WidgetQuery, WidgetsChanged } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryDesk, Reader, StateText } from '../../query/desk.ts'
import { WidgetLookups } from './lookups.ts'

/** What a client subscribes to. */
export type Target =
  | { kind: 'query'; id: string }
  | { kind: 'widget'; id: number }
  | { kind: 'dashboard'; id: number }

/** A query that a target shows at the moment. */
export interface Part {
  queryId: string
  /** null: it was created through /api/query, and belongs to no widget. */
  widget: WidgetQuery | null
  /** As updates name it. */
  widgetId: number | null
  dashboardId: number | null
}

export interface Watching {
  update: (state: StateText) => void
  /** The query is gone, or was dropped to save memory. */
  ended: () => void
}

/** Finds out what targets show, and watches it. */
export class Targets {
  readonly #desk: Pick<QueryDesk, 'watch' | 'watchWidget'>
  readonly #lookups: WidgetLookups

  constructor(desk: Pick<QueryDesk, 'watch' | 'watchWidget'>, widgets: WidgetQueries) {
    this.#desk = desk
    this.#lookups = new WidgetLookups(widgets)
  }

  /** What a target shows to this reader. Throws not_found. */
  async partsOf(reader: Reader, target: Target): Promise<Part[]> {
    const widgets = await this.#lookups.look(reader, target)
    const { kind, id } = target
    if (kind !== 'query') return widgets.map(widget => partOf(widget, kind))
    const [widget = null] = widgets
    return [{ queryId: id, widget, widgetId: null, dashboardId: null }]
  }

  /** Tells the present state at once, then each change. Throws not_found. Returns the function that ends it. */
  watch(reader: Reader, { queryId, widget }: Part, { update, ended }: Watching): () => void {
    return widget === null
      ? this.#desk.watch(reader, queryId, update, ended)
      : this.#desk.watchWidget(reader, widget, update, ended)
  }

  /** What was found out before may be true no longer. */
  forget(): void {
    this.#lookups.forget()
  }
}

function partOf(widget: WidgetQuery, kind: 'widget' | 'dashboard'): Part {
  const { queryId, widgetId, dashboardId } = widget
  return { queryId, widget, widgetId, dashboardId: kind === 'dashboard' ? dashboardId : null }
}

/** A text of its own for each target. */
export function keyOf({ kind, id }: Target): string {
  return `${kind} ${id}`
}

/** What changed, for many to look up. */
export interface Changed {
  dashboards: ReadonlySet<number>
  widgets: ReadonlySet<number>
  queries: ReadonlySet<string>
}

export function changedOf({ dashboards, widgets, queries }: WidgetsChanged): Changed {
  return { dashboards: new Set(dashboards), widgets: new Set(widgets), queries: new Set(queries) }
}
