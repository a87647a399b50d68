import type { QueryRequest } from '../api/queries.ts'
import { commonParams } from '../search/state/search-requests.ts'
import type { SearchState } from '../search/state/search-state.ts'
import { withoutSelection } from './value-pills.ts'

/**
 * Whether a search finds fewer events than the range has. For the values of a field, its own selection does
 * not count.
 */
export function isNarrowed({ text, pills }: Pick<SearchState, 'text' | 'pills'>, field?: string): boolean {
  const narrowing = field === undefined ? pills : withoutSelection(pills, field)
  return text.trim() !== '' || narrowing.some(({ off }) => !off)
}

/**
 * The request for values and statistics of a field. Its own selection is left out, so that more values can be
 * selected.
 */
export function fieldRequest(
  state: SearchState,
  zone: string,
  field: string,
  limit: number,
): QueryRequest<'FieldStats'> {
  const open = { ...state, pills: withoutSelection(state.pills, field) }
  return { type: 'FieldStats', params: { ...commonParams(open, zone), field, limit } }
}
