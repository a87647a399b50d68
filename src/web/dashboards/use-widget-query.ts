import type { QueryType } from '../../schema/query/query.ts'
import type { QueryRequest } from '../api/queries.ts'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { useZone } from '../state/preferences.ts'
import { type Range, timeRangeOf } from '../time/range.ts'

/** The query of a widget over the range of the dashboard, kept current. */
export function useWidgetQuery<T extends QueryType>(
  type: T,
  range: Range,
  params: Omit<QueryRequest<T>['params'], 'time_range'>,
): WatchedQuery<T> {
  const zone = useZone()
  // The params of every type have a time range.
  const asked = { ...params, time_range: timeRangeOf(range, zone) } as QueryRequest<T>['params']
  return useLiveQuery({ type, params: asked }, true)
}
