import { useMemo } from 'react'
import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
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
import { findKnownTag, useRangeTags } from './use-range-tags.ts'

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
  const at = useMemo(() => (isOpen ? completionAt(draft, caret) : undefined), [draft, caret, isOpen])
  const tags = useRangeTags(
    state.range,
    zone,
    useDebounced(at?.kind === 'name' ? at.typed : '', debounceMs),
    isOpen,
  )
  const wanted = useMemo(
    () => (at?.kind === 'value' ? valuesRequest(at, state, zone) : undefined),
    [at, state, zone],
  )
  const request = useDebounced(wanted, debounceMs)
  const values = useLiveQuery(request, false)
  const isCurrent =
    wanted === request && !values.stale && JSON.stringify(values.request) === JSON.stringify(request)

  const items = useMemo(() => {
    if (!isOpen) return []
    const found =
      at?.kind === 'value'
        ? valueSuggestions(at, values.answer?.results.totals?.values ?? [])
        : at?.kind === 'name' && at.typed !== ''
          ? nameSuggestions(at, tags?.list ?? [])
          : []
    // Earlier searches are not suggested while a value is typed.
    const searches =
      at?.kind === 'value'
        ? []
        : recentSuggestions(draft, recent.list, recent.describe, recent.describe({ ...state, at: 0 }))
    const start = draft.trim() === '' && at?.kind === 'name' ? nameSuggestions(at, []).slice(0, 5) : []
    return [...found, ...searches, ...start]
  }, [isOpen, at, values.answer, tags, draft, recent, state])
  return { items, completion: at, isLoading: request !== undefined && at?.kind === 'value' && !isCurrent }
}

/** The values of the field at the caret; undefined if there is no list of them. */
function valuesRequest(
  { name, typed, sign }: Completion & { kind: 'value' },
  state: SearchState,
  zone: string,
): QueryRequest<'TopN'> | undefined {
  if (sign.endsWith('~') || /[*?]/.test(typed)) return undefined
  const field = fieldNamed(name) ?? findKnownTag(name) ?? name
  return topValuesRequest(field, typed, state, zone, maxValues + 4)
}
