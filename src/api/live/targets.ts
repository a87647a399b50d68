import type { WidgetQueries, WidgetQuery, WidgetsChanged } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryService, Reader, StateText } from '../../query/query-service.ts'
import { WidgetLookups } from './lookups.ts'
import type { Target } from './target.ts'

/** A query that a target shows. */
export interface TargetQuery {
  queryId: string
  /** null when the query was created by POST /api/query. */
  widget: WidgetQuery | null
  /** Ids of the updates. */
  widgetId: number | null
  dashboardId: number | null
}

export interface WatchCallbacks {
  onUpdate: (state: StateText) => void
  /** The query was removed, or dropped to save memory. */
  onEnded: () => void
}

/** Finds the queries that targets show, and watches them. */
export class Targets {
  readonly #queryService: Pick<QueryService, 'watch' | 'watchWidget'>
  readonly #lookups: WidgetLookups

  constructor(queryService: Pick<QueryService, 'watch' | 'watchWidget'>, widgets: WidgetQueries) {
    this.#queryService = queryService
    this.#lookups = new WidgetLookups(widgets)
  }

  /** The queries that a target shows to this reader. Throws not_found. */
  async queriesOf(reader: Reader, target: Target): Promise<TargetQuery[]> {
    const widgets = await this.#lookups.find(reader, target)
    const { kind, id } = target
    if (kind !== 'query') return widgets.map(widget => targetQueryOf(widget, kind))
    const [widget = null] = widgets
    return [{ queryId: id, widget, widgetId: null, dashboardId: null }]
  }

  /** Calls onUpdate with the present state at once, then with each change. Returns the function that ends it. Throws not_found. */
  watch(reader: Reader, { queryId, widget }: TargetQuery, { onUpdate, onEnded }: WatchCallbacks): () => void {
    return widget === null
      ? this.#queryService.watch(reader, queryId, onUpdate, onEnded)
      : this.#queryService.watchWidget(reader, widget, onUpdate, onEnded)
  }

  /** Lets later calls look widgets up again. */
  invalidate(): void {
    this.#lookups.invalidate()
  }
}

function targetQueryOf(widget: WidgetQuery, kind: 'widget' | 'dashboard'): TargetQuery {
  const { queryId, widgetId, dashboardId } = widget
  return { queryId, widget, widgetId, dashboardId: kind === 'dashboard' ? dashboardId : null }
}

/** Ids of what changed. */
export interface ChangedIds {
  dashboards: ReadonlySet<number>
  widgets: ReadonlySet<number>
  queries: ReadonlySet<string>
}

export function changedIdsOf({ dashboards, widgets, queries }: WidgetsChanged): ChangedIds {
  return { dashboards: new Set(dashboards), widgets: new Set(widgets), queries: new Set(queries) }
}
