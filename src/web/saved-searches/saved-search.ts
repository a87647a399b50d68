import { pillOf, pillText } from '../../filter/typed/pill.ts'
import type { SavedSearch, SavedSearchDraft } from '../../schema/dashboards/saved-search.ts'
import type { FilterPart } from '../../schema/filter/condition.ts'
import { isGroup } from '../../schema/filter/groups.ts'
import { defaultRange, type Range, rangeKey, readRange, timeRangeOf } from '../../time/range.ts'
import { columnsText } from '../search/state/columns.ts'
import { archiveParam, filterOf } from '../search/state/search-requests.ts'
import { type SearchState, sorts } from '../search/state/search-state.ts'

/** The part of a search that is saved. */
type Saved = Pick<SearchState, 'text' | 'pills' | 'range' | 'sort' | 'columns' | 'withArchive'>

/** The shown search in the form of the API. Leaves out disabled filters. */
export function savedParts(
  state: Saved,
  zone: string,
): Required<Pick<SavedSearchDraft, 'params' | 'columns'>> {
  const { step: _, ...range } = timeRangeOf(state.range, zone)
  return {
    params: { filter: filterOf(state), sort: [state.sort], time_range: range, ...archiveParam(state) },
    columns: (state.columns ?? []).map(column => ({ ...column })),
  }
}

/** The state of the search page for a saved search. Joins several message searches to one: `(a) (b)`. */
export function stateOfSaved({ params, columns }: Pick<SavedSearch, 'params' | 'columns'>): Saved {
  const conditions = Array.isArray(params.filter) ? params.filter : []
  const texts = conditions.flatMap(part => messageSearch(part) ?? [])
  // One name or a list, whose first name decides.
  const [sort] = [params.sort ?? []].flat()
  return {
    text: texts.length > 1 ? texts.map(text => `(${text})`).join(' ') : (texts[0] ?? ''),
    pills: conditions.flatMap(part => (messageSearch(part) === undefined ? (pillOf(part) ?? []) : [])),
    range: rangeOf(params.time_range ?? {}),
    sort: sorts.find(([key]) => key === sort)?.[0] ?? '-last_occurrence',
    columns: columns.length === 0 ? undefined : columns,
    withArchive: params.with_archive === true,
  }
}

/** The text of a message search, which the page does not show as a pill; undefined for other parts. */
function messageSearch(part: FilterPart): string | undefined {
  if (isGroup(part) || part.field !== 'message' || part.op !== 'qp') return undefined
  return typeof part.value === 'string' ? part.value : undefined
}

/** A preset or an absolute range; the default range if it is neither. */
function rangeOf({ preset, ts_from, ts_to }: { preset?: string; ts_from?: number; ts_to?: number }): Range {
  return readRange(preset ?? `${ts_from}~${ts_to}`) ?? defaultRange
}

/** Whether the shown search differs from the saved one. */
export function isChanged(state: Saved, saved: Pick<SavedSearch, 'params' | 'columns'>): boolean {
  return keyOf({ ...state, pills: state.pills.filter(pill => !pill.off) }) !== keyOf(stateOfSaved(saved))
}

function keyOf({ text, pills, range, sort, columns, withArchive }: Saved): string {
  const shown = [text.trim(), pills.map(pillText), rangeKey(range), sort, columnsText(columns ?? [])]
  return JSON.stringify([...shown, withArchive])
}
