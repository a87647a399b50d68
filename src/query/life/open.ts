import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import { type QueryType, queryTypes } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { NoteSource } from '../kind.ts'
import { kinds, type OtherSources, otherKinds } from '../kinds/table.ts'
import { rangeResolver } from '../range/resolver.ts'
import type { Log } from './failure.ts'
import { InMemoryQueryService } from './in-memory-query-service.ts'
import type { QueryLimits } from './limits.ts'
import type { AnyKind, QueryTypes } from './query-types.ts'
import type { SlowQueries } from './slow-queries.ts'

/** The kinds of all types that `kinds` lacks: the compiler checks that `otherKinds` has all of them. */
type OtherKinds = Record<Exclude<QueryType, keyof typeof kinds>, AnyKind>

function typesOf(kindsByType: Readonly<Partial<Record<QueryType, AnyKind>>>): QueryTypes {
  return Object.fromEntries(
    Object.entries(kindsByType).map(([type, kind]) => {
      // The keys come from the parameter, whose keys are query types.
      return [type, { params: queryTypes[type as QueryType].params, kind }]
    }),
  )
}

/**
 * Opens the query service with every query type; without `sources` only with the types about events.
 * `timezone`: IANA name, for ranges that name none.
 */
export function openQueryService(options: {
  store: EventStore
  sources?: OtherSources
  widgets?: WidgetQueries
  notes?: NoteSource
  timezone: string
  log: Log
  slowQueries?: SlowQueries | undefined
  /** Unix milliseconds. */
  now?: () => number
  limits?: Partial<QueryLimits>
  nodeId?: number | undefined
}): InMemoryQueryService {
  const { timezone, sources, ...others } = options
  const resolve = rangeResolver(timezone)
  return new InMemoryQueryService({
    ...others,
    types: typesOf({
      ...kinds,
      ...(sources && (otherKinds(sources, options.store, resolve) satisfies OtherKinds)),
    }),
    resolve,
  })
}
