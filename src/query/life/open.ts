import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import { queryTypes } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/store.ts'
import { kinds } from '../kinds/table.ts'
import { resolveRange } from '../range/resolve.ts'
import { Desk } from './desk.ts'
import type { Log } from './failure.ts'
import type { DeskLimits } from './limits.ts'
import type { QueryTypes } from './query-types.ts'

/** All query types of this product. */
const types: QueryTypes = {
  Search: { params: queryTypes.Search.params, kind: kinds.Search },
  TopN: { params: queryTypes.TopN.params, kind: kinds.TopN },
  LastN: { params: queryTypes.LastN.params, kind: kinds.LastN },
  EventRate: { params: queryTypes.EventRate.params, kind: kinds.EventRate },
}

/** The desk with every query type; `timezone`: IANA name for ranges that name none. */
export function openDesk(options: {
  store: EventStore
  widgets?: WidgetQueries
  timezone: string
  log: Log
  limits?: Partial<DeskLimits>
}): Desk {
  const { timezone, ...others } = options
  return new Desk({
    ...others,
    types,
    resolve: (timeRange, now) => resolveRange(timeRange, now, { timezone }),
  })
}
