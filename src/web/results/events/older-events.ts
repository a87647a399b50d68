import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { QueryAnswer, QueryRequest } from '../../api/queries.ts'

/** The time by which a search sorts its newest events first; undefined for another order. */
export function newestFirstBy(
  request: QueryRequest<'Search'>,
): 'last_occurrence' | 'first_occurrence' | undefined {
  // One name or a list, whose first name decides.
  const [sort] = [request.params.sort ?? []].flat()
  if (sort === '-last_occurrence') return 'last_occurrence'
  return sort === '-first_occurrence' ? 'first_occurrence' : undefined
}

/**
 * A request for the events that a live search currently shows, and older ones: new events do not move its
 * pages. Undefined unless the newest events come first.
 */
export function olderEventsRequest(
  request: QueryRequest<'Search'>,
  answer: QueryAnswer<'Search'>,
  [newest]: readonly EventRecord[],
): QueryRequest<'Search'> | undefined {
  const field = newestFirstBy(request)
  const totals = answer.results.totals
  if (!field || !newest || !totals) return undefined
  const until: Condition = { field, op: 'le', value: newest[field] }
  const { timezone } = request.params.time_range ?? {}
  return {
    type: 'Search',
    params: {
      ...request.params,
      time_range: { ts_from: totals.ts_from, ts_to: totals.ts_to, ...(timezone && { timezone }) },
      filter: [...(request.params.filter ?? []), until],
    },
  }
}

/**
 * The answer and the error of the query for older events, as far as they are about the rows in view. A query
 * keeps its last answer and its last error even when it is no longer needed (`isNeeded`).
 */
export function currentResult<A>(
  { answer, error, stale }: { answer: A | undefined; error: unknown; stale: boolean },
  isNeeded: boolean,
): { answer: A | undefined; error: unknown } {
  if (!isNeeded) return { answer: undefined, error: undefined }
  return { answer: stale ? undefined : answer, error }
}
