import type { QueryRequest } from '../api/queries.ts'
import { commonParams } from '../search/search-requests.ts'
import type { SearchState } from '../search/search-state.ts'
import { withoutSelection } from './value-pills.ts'

/** The values and figures of a field. Its own selection is left out, so that further values can be selected. */
export function fieldRequest(
  state: SearchState,
  zone: string,
  field: string,
  limit: number,
): QueryRequest<'FieldStats'> {
  const open = { ...state, pills: withoutSelection(state.pills, field) }
  return { type: 'FieldStats', params: { ...commonParams(open, zone), field, limit } }
}
