import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import { Fault } from '../../schema/fault.ts'

/** For a service without dashboards. */
export const noWidgets: WidgetQueries = {
  byQueryId: async () => null,
  ofWidget: async () => {
    throw new Fault('not_found')
  },
  ofDashboard: async () => {
    throw new Fault('not_found')
  },
  onChange: () => () => {},
}
