import type { Static } from 'typebox'
import type { QueryRepresentation, QueryType, queryTypes } from '../../schema/query/query.ts'
import { ApiError } from './http/api-error.ts'
import { request } from './http/request.ts'

/** Params and results of a query type. */
type Params<T extends QueryType> = Static<(typeof queryTypes)[T]['params']>
type Results<T extends QueryType> = Static<(typeof queryTypes)[T]['results']>

export interface QueryRequest<T extends QueryType = QueryType> {
  type: T
  params: Params<T>
}

/**
 * A query with its results so far. `results` is empty before the first partial result. The id is missing only
 * in answers to `validate_only`, which the page never requests.
 */
export type QueryAnswer<T extends QueryType = QueryType> = Omit<
  QueryRepresentation,
  'results' | 'query_id'
> & {
  query_id: string
  results: Partial<Results<T>>
}

export function createQuery<T extends QueryType>(
  query: QueryRequest<T>,
  signal?: AbortSignal,
): Promise<QueryAnswer<T>> {
  return request('/api/query', { method: 'POST', body: query, signal })
}

export function readQuery<T extends QueryType>(id: string, signal?: AbortSignal): Promise<QueryAnswer<T>> {
  return request(`/api/query/${encodeURIComponent(id)}`, { signal })
}

/** Reads a page of the events of a search; `page` from 1. */
export function readQueryPage(id: string, page: number, signal: AbortSignal): Promise<QueryAnswer<'Search'>> {
  return request(`/api/query/${encodeURIComponent(id)}?page=${page}`, { signal })
}

export function stopQuery<T extends QueryType>(id: string, signal?: AbortSignal): Promise<QueryAnswer<T>> {
  return request(`/api/query/${encodeURIComponent(id)}/stop`, { method: 'POST', body: {}, signal })
}

/** Removes a query, even while the page is closed. Failures are ignored: unread queries expire. */
export function removeQuery(id: string): void {
  request(`/api/query/${encodeURIComponent(id)}/remove`, { keepalive: true, expects401: true }).catch(
    () => {},
  )
}

/** Whether the service is still computing. */
export function isRunning(answer: { status: string }): boolean {
  return answer.status === 'PENDING' || answer.status === 'IN_PROGRESS'
}

/** Whether the service no longer knows the query. A page after the last one is another 404. */
export function isUnknownQuery(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code !== 'invalid_page'
}
