import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import { type QueryType, queryTypes } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/store.ts'
import { type OtherSources, otherKinds } from '../kinds/other-kinds.ts'
import { kinds } from '../kinds/table.ts'
import { rangeResolver } from '../range/resolver.ts'
import type { Log } from './failure.ts'
import { InMemoryQueryService } from './in-memory-query-service.ts'
import type { QueryLimits } from './limits.ts'
import type { AnyKind, QueryTypes } from './query-types.ts'

/** The query types about events. */
const eventTypes: QueryTypes = {
  Search: { params: queryTypes.Search.params, kind: kinds.Search },
  TopN: { params: queryTypes.TopN.params, kind: kinds.TopN },
  LastN: { params: queryTypes.LastN.params, kind: kinds.LastN },
  EventRate: { params: queryTypes.EventRate.params, kind: kinds.EventRate },
}

function otherTypes(sources: OtherSources, store: EventStore): QueryTypes {
  const sourced: Readonly<Record<Exclude<QueryType, keyof typeof kinds>, AnyKind>> = otherKinds(
    sources,
    store,
  )
  return Object.fromEntries(
    Object.entries(sourced).map(([type, kind]) => {
      // The keys are the types named above, each of which is declared.
      return [type, { params: queryTypes[type as QueryType].params, kind }]
    }),
  )
}

/**
 * The query service with every query type; without `sources` only with those about events. `timezone`: IANA name, of ranges that
 * name none.
 */
export function openQueryService(options: {
  store: EventStore
  sources?: OtherSources
  widgets?: WidgetQueries
  timezone: string
  log: Log
  limits?: Partial<QueryLimits>
}): InMemoryQueryService {
  const { timezone, sources, ...others } = options
  return new InMemoryQueryService({
    ...others,
    types: { ...eventTypes, ...(sources && otherTypes(sources, options.store)) },
    resolve: rangeResolver(timezone),
  })
}
