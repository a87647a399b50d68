import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { QueryRepresentation, QueryResults } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { StorageStatsResults } from '../../schema/query/storage-stats.ts'

/**
 * Rows for scripts that read line by line: the events, values, periods or objects of an answer, as in the
 * API.
 */
export function rowsOfAnswer({ results }: QueryRepresentation): readonly unknown[] {
  if (Array.isArray(results)) return results
  const { events, totals, details } = membersOf(results)
  if (events?.objects !== undefined) return events.objects
  if (totals?.values !== undefined) return totals.values
  // StorageStats has only totals.
  return details ?? [results]
}

/** Whether an answer found nothing. Figures of the host always count as found. */
export function isEmptyAnswer(query: QueryRepresentation): boolean {
  // The type determines the shape of the results.
  const { type, results } = query as QueryRepresentation & { results: unknown }
  if (type === 'Search') return (results as SearchResults).totals.count === 0
  if (type === 'EventRate') return (results as EventRateResults).totals.sum === 0
  if (type === 'ProcessingStats' || type === 'StorageStats')
    return (results as ProcessingStatsResults | StorageStatsResults).totals.total === 0
  return rowsOfAnswer(query).length === 0
}

/** The members that results may have. */
function membersOf(results: QueryResults) {
  // These members have the same meaning in the results of every query type.
  return results as unknown as {
    events?: { objects: readonly unknown[] }
    totals?: { values?: readonly unknown[] }
    details?: readonly unknown[]
  }
}
