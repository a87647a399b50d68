import type { WidgetQueries, WidgetQuery, WidgetsChanged } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryService, Reader, StateText } from '../../query/query-service.ts'
import { WidgetLookups } from './lookups.ts'

/** What a client subscribes to. */
export type Target =
  | { kind: 'query'; id: string }
  | { kind: 'widget'; id: number }
  | { kind: 'dashboard'; id: number }

/** A query that a target shows at the moment. */
export interface TargetQuery {
  queryId: string
  /** null: it was created through /api/query, and belongs to no widget. */
  widget: WidgetQuery | null
  /** As updates name it. */
  widgetId: number | null
  dashboardId: number | null
}

export interface WatchCallbacks {
  onUpdate: (state: StateText) => void
  /** The query is gone, or was dropped to save memory. */
  onEnded: () => void
}

/** Finds out what targets show, and watches it. */
export class Targets {
  readonly #desk: Pick<QueryService, 'watch' | 'watchWidget'>
  readonly #lookups: WidgetLookups

  constructor(desk: Pick<QueryService, 'watch' | 'watchWidget'>, widgets: WidgetQueries) {
    this.#desk = desk
    this.#lookups = new WidgetLookups(widgets)
  }

  /** What a target shows to this reader. Throws not_found. */
  async queriesOf(reader: Reader, target: Target): Promise<TargetQuery[]> {
    const widgets = await this.#lookups.find(reader, target)
    const { kind, id } = target
    if (kind !== 'query') return widgets.map(widget => targetQueryOf(widget, kind))
    const [widget = null] = widgets
    return [{ queryId: id, widget, widgetId: null, dashboardId: null }]
  }

  /** Tells the present state at once, then each change. Throws not_found. Returns the function that ends it. */
  watch(reader: Reader, { queryId, widget }: TargetQuery, { onUpdate, onEnded }: WatchCallbacks): () => void {
    return widget === null
      ? this.#desk.watch(reader, queryId, onUpdate, onEnded)
      : this.#desk.watchWidget(reader, widget, onUpdate, onEnded)
  }

  /** What was found out before may be true no longer. */
  invalidate(): void {
    this.#lookups.invalidate()
  }
}

function targetQueryOf(widget: WidgetQuery, kind: 'widget' | 'dashboard'): TargetQuery {
  const { queryId, widgetId, dashboardId } = widget
  return { queryId, widget, widgetId, dashboardId: kind === 'dashboard' ? dashboardId : null }
}

/** A text of its own for each target. */
export function targetKey({ kind, id }: Target): string {
  return `${kind} ${id}`
}

/** What changed, for many to look up. */
export interface ChangedIds {
  dashboards: ReadonlySet<number>
  widgets: ReadonlySet<number>
  queries: ReadonlySet<string>
}

export function changedIdsOf({ dashboards, widgets, queries }: WidgetsChanged): ChangedIds {
  return { dashboards: new Set(dashboards), widgets: new Set(widgets), queries: new Set(queries) }
}
