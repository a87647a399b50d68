import type { QueryRequest } from '../api/queries.ts'
import { commonParams } from '../search/search-requests.ts'
import type { SearchState } from '../search/search-state.ts'
import { withoutSelection } from './value-pills.ts'

/** Whether values of a field are those of a search, not of all events of the range. */
export function isNarrowed(state: Pick<SearchState, 'text' | 'pills'>, field: string): boolean {
  return state.text.trim() !== '' || withoutSelection(state.pills, field).some(({ off }) => !off)
}

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
