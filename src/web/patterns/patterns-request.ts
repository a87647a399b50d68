import type { QueryRequest } from '../api/queries.ts'
import { commonParams, filterOf } from '../search/state/search-requests.ts'
import type { SearchState } from '../search/state/search-state.ts'

/** Orders of the list: most occurrences, new patterns or growing patterns first. */
export const patternSorts = ['count', 'new', 'growth'] as const
export type PatternSort = (typeof patternSorts)[number]
/** Messages that are shown for a pattern. */
const exampleCount = 5

/** The patterns of the messages of a search, with counts over time. */
export function patternsRequest(
  state: SearchState,
  zone: string,
  sort: PatternSort,
  limit: number,
): QueryRequest<'Patterns'> {
  return { type: 'Patterns', params: { ...commonParams(state, zone), sort, limit, with_subperiods: true } }
}

/** The newest messages of a pattern. */
export function examplesRequest(state: SearchState, zone: string, pattern: string): QueryRequest<'Search'> {
  const filter = [...filterOf(state), { field: 'message', op: '|>' as const, value: pattern }]
  return {
    type: 'Search',
    params: { ...commonParams(state, zone), filter, sort: ['-last_occurrence'], page_size: exampleCount },
  }
}
