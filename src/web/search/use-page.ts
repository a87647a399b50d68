import { type Reading, useRead } from '../state/use-read.ts'
import { type Answer, isRunning } from '../wire/queries.ts'
import { request } from '../wire/request.ts'

/** A later page of a search, read from the query once it is complete; the first page comes with the query itself. */
export function usePage(answer: Answer<'Search'> | undefined, page: number): Reading<Answer<'Search'>> {
  const wanted = answer && page > 1 && !isRunning(answer)
  return useRead(
    wanted ? `/api/query/${encodeURIComponent(answer.query_id)}?page=${page}` : undefined,
    readPage,
  )
}

function readPage(path: string, signal: AbortSignal): Promise<Answer<'Search'>> {
  return request(path, { signal })
}
