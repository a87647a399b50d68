import type { QueryAnswer } from '../../api/queries.ts'
import { type PageQueries, QueryEndedError } from '../../live/page-queries.ts'

/** Pages out of view are kept for this long. */
const keptMs = 15_000

/** A page of rows for TanStack Query. When a query is computed again, its `baseTime` and its pages change. */
export function pageQuery(
  queries: Pick<PageQueries, 'readPage'>,
  id: string,
  baseTime: number | undefined,
  page: number,
) {
  return {
    queryKey: ['result-page', id, baseTime, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => queries.readPage(id, page, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    refetchOnWindowFocus: false,
  }
}

interface PageResult {
  data: QueryAnswer<'Search'> | undefined
  error: unknown
}

/**
 * The events of pages, and the first error. A query that the page has removed is not an error: the next query
 * is already running.
 */
export function combinePages(results: readonly PageResult[]) {
  return {
    pages: results.map(result => result.data?.results.events?.objects),
    error: results.find(({ error }) => error !== null && !(error instanceof QueryEndedError))?.error,
  }
}
