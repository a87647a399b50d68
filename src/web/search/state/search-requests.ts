import { partOf } from '../../../filter/typed/pill.ts'
import { severities } from '../../../schema/event/event.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import { timeRangeOf } from '../../../time/range.ts'
import type { QueryRequest } from '../../api/queries.ts'
import type { SearchState } from './search-state.ts'

/** Rows per page of a search. The first page comes with the answer. */
export const pageRows = 100

/** The conditions of the text and of the enabled filters, in the form of the API. */
export function filterOf(state: Pick<SearchState, 'text' | 'pills'>): FilterPart[] {
  const text = state.text.trim()
  const ofText: FilterPart[] = text === '' ? [] : [{ field: 'message', op: 'qp', value: text }]
  return [...ofText, ...state.pills.filter(pill => !pill.off).map(partOf)]
}

/**
 * Parameters that all queries of a search share. Unless the search is live, its preset range is frozen when
 * the query is created, so that later pages have the same events.
 */
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
  const params = {
    ...commonParams(state, zone),
    field: 'severity',
    limit: severities.length,
    with_subperiods: true,
  }
  return { type: 'TopN', params }
}

/** The most frequent values of any field or tag among the results. */
export function resultValuesRequest(state: SearchState, zone: string, field: string): QueryRequest<'TopN'> {
  return { type: 'TopN', params: { ...commonParams(state, zone), field, limit: 8 } }
}

/** Whether a search finds only some events of the range. */
export function isNarrowed({ text, pills }: Pick<SearchState, 'text' | 'pills'>): boolean {
  return text.trim() !== '' || pills.some(({ off }) => !off)
}
