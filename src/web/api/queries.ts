import type { EventRateParams, EventRateResults } from '../../schema/query/event-rate.ts'
import type { LastNParams, LastNResults } from '../../schema/query/last-n.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchParams, SearchResults } from '../../schema/query/search.ts'
import type { TopNParams, TopNResults } from '../../schema/query/top-n.ts'
import { request } from './request.ts'

/** Params and results of the query types that the page uses. */
interface QueryTypes {
  Search: { params: SearchParams; results: SearchResults }
  TopN: { params: TopNParams; results: TopNResults }
  LastN: { params: LastNParams; results: LastNResults }
  EventRate: { params: EventRateParams; results: EventRateResults }
}
export type PageQueryType = keyof QueryTypes

/** A query to create. */
export interface QueryRequest<T extends PageQueryType = PageQueryType> {
  type: T
  params: QueryTypes[T]['params']
}

/** A query as the API represents it. `results` is empty before the first partial result. */
export type QueryAnswer<T extends PageQueryType = PageQueryType> = Omit<
  QueryRepresentation,
  'results' | 'query_id'
> & {
  query_id: string
  results: Partial<QueryTypes[T]['results']>
}

export function createQuery<T extends PageQueryType>(
  ask: QueryRequest<T>,
  signal?: AbortSignal,
): Promise<QueryAnswer<T>> {
  return request('/api/query', { method: 'POST', body: ask, signal })
}

export function readQuery<T extends PageQueryType>(
  id: string,
  signal?: AbortSignal,
): Promise<QueryAnswer<T>> {
  return request(`/api/query/${encodeURIComponent(id)}`, { signal })
}

export function stopQuery<T extends PageQueryType>(id: string): Promise<QueryAnswer<T>> {
  return request(`/api/query/${encodeURIComponent(id)}/stop`, { method: 'POST', body: {} })
}

/** Removes a query. Failures are ignored: unread queries expire. */
export function removeQuery(id: string): void {
  request(`/api/query/${encodeURIComponent(id)}/remove`, { keepalive: true, expects401: true }).catch(
    () => {},
  )
}

/** True while the service still computes. */
export function isRunning(answer: { status: string }): boolean {
  return answer.status === 'PENDING' || answer.status === 'IN_PROGRESS'
}
