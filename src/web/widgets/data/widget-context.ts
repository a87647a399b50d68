import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import type { Widget } from '../../../schema/dashboards/widget.ts'
import type { Range } from '../../../time/range.ts'

/** The part of a widget that a view needs. Without `query_id` it gets its own query, as in a preview. */
export type ShownWidget = Pick<Widget, 'type' | 'config'> &
  Partial<Pick<Widget, 'id' | 'title' | 'query_id' | 'withdrawn'>>

/** Where a widget is shown: values from its dashboard, and how it behaves there. */
export interface WidgetContext {
  /** `config.time_range` of the dashboard, for widgets without one. */
  dashboardRange?: unknown
  /** Chosen by the viewer: replaces the range of every widget. */
  range?: Range | undefined
  /** Variables of the dashboard, with the chosen values. */
  variables?: readonly DashboardVariable[] | undefined
  /** Variables as stored: with these values the service keeps the queries of the widgets. */
  defaults?: readonly DashboardVariable[] | undefined
  /** Draws also off screen: for print and TV. */
  isEager?: boolean
  /** False: bars, slices and the like do not link to a search, as in the preview of a form. */
  canDrill?: boolean
  /**
   * Called with each error of the query, and with undefined when it works: for the preview of a form.
   */
  onFault?: (error: unknown) => void
  /** The service no longer knows the widget's query: the dashboard must be read again. */
  onLost?: () => void
}
