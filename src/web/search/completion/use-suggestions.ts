import { useMemo } from 'react'
import type { QueryRequest } from '../../api/queries.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { recentSearchText } from '../history/recent-search-text.ts'
import type { RecentSearch } from '../history/search-history.ts'
import type { SearchState } from '../state/search-state.ts'
import { topValuesRequest } from '../state/top-values-request.ts'
import { type Completion, completionAt } from './completion.ts'
import {
  maxValues,
  nameSuggestions,
  recentSuggestions,
  type Suggestion,
  valueSuggestions,
} from './suggestions.ts'
import { typedName, useRangeTags } from './use-range-tags.ts'

/** Queries for suggestions wait until the user has not typed for this long. */
const debounceMs = 150
/** Maximum fields that are suggested in an empty box. */
const maxFirstNames = 5

/** The suggestions of the list below the search box. */
export interface Suggestions {
  items: readonly Suggestion[]
  /** The part of the text that a suggested name or value replaces; undefined if there is no such part. */
  completion: Completion | undefined
  isLoading: boolean
}

/**
 * Suggestions at the caret: fields and tags of the range, operators, values with their counts, recent
 * searches. `caret` is undefined while the list is closed: then there are no suggestions.
 */
export function useSuggestions(
  draft: string,
  caret: number | undefined,
  state: SearchState,
  zone: string,
  recent: readonly RecentSearch[],
): Suggestions {
  const isOpen = caret !== undefined
  const completion = useMemo(() => {
    const found = isOpen ? completionAt(draft, caret) : undefined
    return found?.kind === 'value' ? { ...found, name: typedName(found.name) } : found
  }, [draft, caret, isOpen])
  const tags = useRangeTags(
    state.range,
    zone,
    useDebounced(completion?.kind === 'name' ? completion.typed : '', debounceMs),
    isOpen,
  )
  const currentRequest = useMemo(
    () => (completion?.kind === 'value' ? valuesRequest(completion, state, zone) : undefined),
    [completion, state, zone],
  )
  const request = useDebounced(currentRequest, debounceMs)
  const values = useLiveQuery(request, false)
  const isCurrent =
    currentRequest === request && !values.stale && JSON.stringify(values.request) === JSON.stringify(request)
  // Until the answer to `request` arrives, `values` has the previous one, perhaps for another field.
  const isOfField =
    currentRequest !== undefined && values.answer?.params.field === currentRequest.params.field

  const items = useMemo(() => {
    if (!isOpen) return []
    // While a value is typed, only values are suggested.
    if (completion?.kind === 'value')
      return valueSuggestions(completion, isOfField ? (values.answer?.results.totals?.values ?? []) : [])
    const current = recentSearchText({ ...state, at: 0 })
    const searches = recentSuggestions(draft, recent, current)
    if (completion === undefined) return searches
    if (completion.typed !== '') return [...nameSuggestions(completion, tags?.list ?? []), ...searches]
    const isEmpty = draft.trim() === ''
    return isEmpty ? [...searches, ...nameSuggestions(completion, []).slice(0, maxFirstNames)] : searches
  }, [isOpen, completion, isOfField, values.answer, tags, draft, recent, state])
  const isLoading = request !== undefined && completion?.kind === 'value' && !isCurrent
  return { items, completion, isLoading }
}

/** A request for values of the field at the caret; undefined if values cannot be listed. */
function valuesRequest(
  { name, typed, operator }: Completion & { kind: 'value' },
  state: SearchState,
  zone: string,
): QueryRequest<'TopN'> | undefined {
  if (operator.endsWith('~') || /[*?]/.test(typed)) return undefined
  // Four more than are shown, since values that the condition already lists are left out.
  return topValuesRequest(name, typed, state, zone, maxValues + 4)
}
