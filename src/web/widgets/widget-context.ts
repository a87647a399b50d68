import type { Widget } from '../../schema/widget.ts'
import type { Range } from '../../time/range.ts'

/** The part of a widget that a view needs. Without `query_id` it gets a query of its own, as a preview does. */
export type ShownWidget = Pick<Widget, 'type' | 'config'> &
  Partial<Pick<Widget, 'id' | 'title' | 'query_id' | 'withdrawn'>>

/** Chosen values of the variables of a dashboard, by name without `$`; an empty list means any value. */
export type Variables = Readonly<Record<string, readonly string[]>>

/** Where a widget is shown. */
export interface WidgetContext {
  /** `config.time_range` of the dashboard, for widgets without one. */
  dashboardRange?: unknown
  /** Chosen by the viewer: replaces the range of every widget. */
  range?: Range | undefined
  variables?: Variables | undefined
  /** Those of the stored dashboard: with them the service keeps the queries of its widgets. */
  defaults?: Variables | undefined
  /** Draws also while off screen: for print and TV. */
  isEager?: boolean
  /** False: marks are no links, as in the preview of a form. */
  canDrill?: boolean
  /** Called with each error of the query, and with undefined when there is none: for the preview of a form. */
  onFault?: (error: unknown) => void
  /** The service no longer knows the widget's query: the dashboard is to be read again. */
  onLost?: () => void
}
