import { partOf } from '../../../filter/typed/pill.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import { timeRangeOf } from '../../../time/range.ts'
import type { QueryRequest } from '../../api/queries.ts'
import type { SearchState } from './search-state.ts'

/** Rows per page of a search: the first page comes with the answer. */
export const pageRows = 100

/** The conditions of query and enabled filters, in the form of the API. */
export function filterOf(state: Pick<SearchState, 'text' | 'pills'>): FilterPart[] {
  const text = state.text.trim()
  const words: FilterPart[] = text === '' ? [] : [{ field: 'message', op: 'qp', value: text }]
  return [...words, ...state.pills.filter(pill => !pill.off).map(partOf)]
}

/** Parameters of all queries of a search. Unless it is live, its range is frozen for consistent pages. */
export function commonParams(state: SearchState, zone: string) {
  return {
    time_range: timeRangeOf(state.range, zone),
    filter: filterOf(state),
    ...archiveParam(state),
    ...('preset' in state.range && !state.live ? { freeze_time: true } : {}),
  }
}

/** The param of a search that includes archived days; absent by default. */
export function archiveParam({ withArchive }: Pick<SearchState, 'withArchive'>): { with_archive?: true } {
  return withArchive ? { with_archive: true } : {}
}

/** The events of a search. */
export function searchRequest(state: SearchState, zone: string): QueryRequest<'Search'> {
  return { type: 'Search', params: { ...commonParams(state, zone), sort: [state.sort], page_size: pageRows } }
}

/** Counts of each severity by period: the histogram. */
export function severityRateRequest(state: SearchState, zone: string): QueryRequest<'TopN'> {
  const params = { ...commonParams(state, zone), field: 'severity', limit: 8, with_subperiods: true }
  return { type: 'TopN', params }
}

/** The most frequent values of any field or tag among the results. */
export function resultValuesRequest(state: SearchState, zone: string, field: string): QueryRequest<'TopN'> {
  return { type: 'TopN', params: { ...commonParams(state, zone), field, limit: 8 } }
}
