import { useEffect, useRef } from 'react'
import { ApiError } from '../api/api-error.ts'
import { isRunning, type QueryAnswer } from '../api/queries.ts'
import { get } from '../api/request.ts'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { type Fetched, useFetch } from '../state/use-fetch.ts'

/** Bounds how often an expired query is created again. */
const maxReruns = 2

/** A page after the first, once the query is complete. Creates the query again when it has expired on the service. */
export function usePage(
  search: WatchedQuery<'Search'>,
  answer: QueryAnswer<'Search'> | undefined,
  page: number,
): Fetched<QueryAnswer<'Search'>> {
  const wanted = answer && page > 1 && !isRunning(answer)
  const reading = useFetch(
    wanted ? `/api/query/${encodeURIComponent(answer.query_id)}?page=${page}` : undefined,
    get<QueryAnswer<'Search'>>,
  )
  const isForgotten = wanted === true && isUnknownQuery(reading.error)
  const repeats = useRef(0)
  const mayRepeat = isForgotten && repeats.current < maxReruns
  const askAnew = useRef(search.retry)
  askAnew.current = search.retry
  useEffect(() => {
    if (mayRepeat) {
      repeats.current += 1
      askAnew.current()
    }
  }, [mayRepeat])
  useEffect(() => {
    if (reading.value) repeats.current = 0
  }, [reading.value])
  return {
    value: reading.value,
    error: mayRepeat ? undefined : reading.error,
    retry: isForgotten ? search.retry : reading.retry,
  }
}

/** The query is unknown, as opposed to a page past its end. */
function isUnknownQuery(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === 'not_found'
}
