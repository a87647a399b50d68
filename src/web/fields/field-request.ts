import type { QueryRequest } from '../api/queries.ts'
import { commonParams } from '../search/state/search-requests.ts'
import type { SearchState } from '../search/state/search-state.ts'
import { withoutSelection } from './value-pills.ts'

/**
 * The request for values and statistics of a field. Filters that select its values are left out, so that its
 * other values are counted too.
 */
export function fieldRequest(
  state: SearchState,
  zone: string,
  field: string,
  limit: number,
): QueryRequest<'FieldStats'> {
  const unselected = { ...state, pills: withoutSelection(state.pills, field) }
  return { type: 'FieldStats', params: { ...commonParams(unselected, zone), field, limit } }
}
