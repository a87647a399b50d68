import { useMemo } from 'react'
import type { QueryRequest } from '../../api/queries.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
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

const debounceMs = 150

export interface Suggestions {
  items: readonly Suggestion[]
  completion: Completion | undefined
  isLoading: boolean
}

/**
 * Suggestions at the caret: fields and tags of the range, operators, values with their counts, recent
 * searches.
 */
export function useSuggestions(
  draft: string,
  caret: number | undefined,
  state: SearchState,
  zone: string,
  recent: { list: readonly RecentSearch[]; describe: (search: RecentSearch) => string },
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

  const items = useMemo(() => {
    if (!isOpen) return []
    const found =
      completion?.kind === 'value'
        ? valueSuggestions(completion, values.answer?.results.totals?.values ?? [])
        : completion?.kind === 'name' && completion.typed !== ''
          ? nameSuggestions(completion, tags?.list ?? [])
          : []
    // Earlier searches are not suggested while a value is typed.
    const searches =
      completion?.kind === 'value'
        ? []
        : recentSuggestions(draft, recent.list, recent.describe, recent.describe({ ...state, at: 0 }))
    const firstNames =
      draft.trim() === '' && completion?.kind === 'name' ? nameSuggestions(completion, []).slice(0, 5) : []
    return [...found, ...searches, ...firstNames]
  }, [isOpen, completion, values.answer, tags, draft, recent, state])
  const isLoading = request !== undefined && completion?.kind === 'value' && !isCurrent
  return { items, completion, isLoading }
}

/** A request for values of the field at the caret; undefined if values cannot be listed. */
function valuesRequest(
  { name, typed, sign }: Completion & { kind: 'value' },
  state: SearchState,
  zone: string,
): QueryRequest<'TopN'> | undefined {
  if (sign.endsWith('~') || /[*?]/.test(typed)) return undefined
  // A few more than are shown, since values already in the list of the condition are left out.
  return topValuesRequest(name, typed, state, zone, maxValues + 4)
}
