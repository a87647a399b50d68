import type { PageQueryType, QueryRequest } from '../api/queries.ts'
import { useLiveQuery, type WatchedQuery } from '../live/use-live-query.ts'
import { useZone } from '../state/preferences.ts'
import { type Range, timeRangeOf } from '../time/range.ts'

/** The query of a widget over the range of the dashboard, kept current. */
export function useWidgetQuery<T extends PageQueryType>(
  type: T,
  range: Range,
  params: Omit<QueryRequest<T>['params'], 'time_range'>,
): WatchedQuery<T> {
  const zone = useZone()
  return useLiveQuery({ type, params: { ...params, time_range: timeRangeOf(range, zone) } }, true)
}
