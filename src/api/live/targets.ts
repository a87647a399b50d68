import type { WidgetQueries, WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryService, Reader, StateText } from '../../query/query-service.ts'
import { scopeFault } from '../auth/scope.ts'

/** A query that a target shows: its own, or a widget's. */
export interface TargetQuery {
  queryId: string
  /** null when the query was created by POST /api/query. */
  widget: WidgetQuery | null
  /** Ids named in its updates. */
  widgetId: number | null
  dashboardId: number | null
}

/** Finds the queries that targets show, and watches them. */
export class Targets {
  readonly #queries: Pick<QueryService, 'watch'>
  readonly #widgetSource: Pick<QueryService, 'watchWidget'>
  readonly #widgets: WidgetQueries
  /** Shares equal concurrent reads: when a dashboard changes, all its watchers read it again. */
  readonly #running = new Map<string, Promise<WidgetQuery[]>>()

  constructor(
    queries: Pick<QueryService, 'watch'>,
    widgetSource: Pick<QueryService, 'watchWidget'>,
    widgets: WidgetQueries,
  ) {
    this.#queries = queries
    this.#widgetSource = widgetSource
    this.#widgets = widgets
  }

  /**
   * The queries that a target shows to this reader. Throws not_found, and permission_denied beyond the scope
   * of its token.
   */
  async queriesOf(reader: Reader, target: Target): Promise<TargetQuery[]> {
    const found = await this.#findWidgets(reader, target)
    const { kind, id } = target
    requireInScope(reader, target, found)
    if (kind === 'query') {
      const [widget = null] = found
      return [{ queryId: id, widget, widgetId: null, dashboardId: null }]
    }
    return found.map(widget => {
      const { queryId, widgetId, dashboardId } = widget
      return { queryId, widget, widgetId, dashboardId: kind === 'dashboard' ? dashboardId : null }
    })
  }

  /**
   * Calls onUpdate with the current state at once, then with each change. Calls onEnded when the query was
   * removed, or dropped to save memory. Returns the function that stops watching. Throws not_found.
   */
  watch(
    reader: Reader,
    { queryId, widget }: TargetQuery,
    onUpdate: (state: StateText) => void,
    onEnded: () => void,
  ): () => void {
    return widget === null
      ? this.#queries.watch(reader, queryId, onUpdate, onEnded)
      : this.#widgetSource.watchWidget(reader, widget, onUpdate, onEnded)
  }

  /** Called when widgets change: later calls do not join running reads, which may have read older data. */
  invalidate(): void {
    this.#running.clear()
  }

  #findWidgets(reader: Reader, target: Target): Promise<WidgetQuery[]> {
    const { userId, managesDashboards, managesWidgets, chosen } = reader
    const key = [target.kind, target.id, userId, managesDashboards, managesWidgets, chosen?.key].join(' ')
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const read = this.#readWidgets(reader, target).finally(() => {
      if (this.#running.get(key) === read) this.#running.delete(key)
    })
    this.#running.set(key, read)
    return read
  }

  /** Empty for a query without a widget. */
  async #readWidgets(reader: Reader, { kind, id }: Target): Promise<WidgetQuery[]> {
    if (kind === 'dashboard') return await this.#widgets.ofDashboard(reader, id)
    if (kind === 'widget') return [await this.#widgets.ofWidget(reader, id)]
    const widget = await this.#widgets.byQueryId(reader, id)
    return widget === null ? [] : [widget]
  }
}

/** Throws permission_denied if a target shows more than the only dashboard of this reader. */
function requireInScope({ onlyDashboardId }: Reader, target: Target, found: readonly WidgetQuery[]): void {
  if (onlyDashboardId === undefined) return
  const isInScope =
    target.kind === 'dashboard'
      ? target.id === onlyDashboardId
      : found.length > 0 && found.every(({ dashboardId }) => dashboardId === onlyDashboardId)
  if (!isInScope) throw scopeFault({ dashboard_id: onlyDashboardId })
}

/** Ids of changed or removed dashboards and widgets, and of queries that no longer exist. */
export interface ChangedIds {
  dashboards: ReadonlySet<number>
  widgets: ReadonlySet<number>
  queries: ReadonlySet<string>
}

/** The object that a client subscribes to. It shows one query, or the queries of its widgets. */
export type Target =
  | { kind: 'query'; id: string }
  | { kind: 'widget'; id: number }
  | { kind: 'dashboard'; id: number }

/** A unique text for each target. */
export function targetKey({ kind, id }: Target): string {
  return `${kind} ${id}`
}
