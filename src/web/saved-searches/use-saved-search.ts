import { useEffect, useRef } from 'react'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { ApiError } from '../api/http/api-error.ts'
import { readSavedSearch, recordSavedSearchUse } from '../api/searches.ts'
import { showToast } from '../components/toast.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { queryClient } from '../state/query-client.ts'
import { useRead } from '../state/use-read.ts'
import { savedSearchTexts as texts } from '../texts/search/saved-searches.ts'
import { isChanged, stateOfSaved } from './saved-search.ts'

export const searchesKey = 'searches'

/** The open saved search, whether the shown search differs from it, and a function that reverts to it. */
export interface OpenSavedSearch {
  saved: SavedSearch | undefined
  changed: boolean
  revert: () => void
}

/** The saved search that the address names. */
export function useSavedSearch({ state, change }: SearchControl): OpenSavedSearch {
  const id = state.saved
  const { data, error } = useRead([searchesKey, id], signal => readSavedSearch(id ?? 0, signal), {
    enabled: id !== undefined,
  })
  const saved = id !== undefined && data?.id === id ? data : undefined
  const openedId = saved?.id
  useEffect(() => {
    if (openedId === undefined) return
    // A failure is ignored: only the order of the list depends on it.
    recordSavedSearchUse(openedId).then(
      () => queryClient.invalidateQueries({ queryKey: [searchesKey, 'list'] }),
      () => {},
    )
  }, [openedId])
  const isGone = error instanceof ApiError && error.status === 404
  const forget = useRef(() => {})
  forget.current = () => change({ saved: undefined }, true)
  useEffect(() => {
    if (!isGone) return
    showToast(texts.gone)
    forget.current()
  }, [isGone])

  return {
    saved,
    changed: saved !== undefined && isChanged(state, saved),
    revert: () => saved && change({ ...stateOfSaved(saved), unzoomed: undefined }),
  }
}
