import type { QueryRequest } from '../api/queries.ts'
import { commonParams } from '../search/state/search-requests.ts'
import type { SearchState } from '../search/state/search-state.ts'
import { statisticsParams } from '../search/state/statistics-state.ts'

/** The statistics of a search; undefined while the field of its function is not chosen. */
export function statisticsRequest(state: SearchState, zone: string): QueryRequest<'Stats'> | undefined {
  const { name, field } = state.statistics
  if (name !== 'count' && field === '') return undefined
  return { type: 'Stats', params: { ...commonParams(state, zone), ...statisticsParams(state.statistics) } }
}
