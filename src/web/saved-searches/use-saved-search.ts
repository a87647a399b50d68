import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SavedSearch } from '../../schema/saved-search.ts'
import { ApiError } from '../api/api-error.ts'
import { readSavedSearch, recordSavedSearchUse } from '../api/searches.ts'
import { showToast } from '../components/toast.tsx'
import { opensSavedSearch } from '../search/search-state.ts'
import type { SearchControl } from '../search/use-search-state.ts'
import { navigate, useLocation } from '../state/location.ts'
import { currentPreferences } from '../state/preferences.ts'
import { queryClient } from '../state/query-client.ts'
import { savedSearchTexts as texts } from '../texts/saved-searches.ts'
import { isChanged, stateOfSaved } from './saved-search.ts'

export const searchesKey = 'searches'

/** The page opens with the default search of the person once, not whenever all events are asked for. */
let hasOpenedDefault = false

/** The saved search that is open, whether what is shown differs from it, and a way back. */
export interface OpenSavedSearch {
  saved: SavedSearch | undefined
  changed: boolean
  revert: () => void
}

/** Opens the saved search that the address names. */
export function useSavedSearch({ state, change }: SearchControl): OpenSavedSearch {
  const { query } = useLocation()
  const id = state.saved
  const { data, error } = useQuery({
    queryKey: [searchesKey, id],
    queryFn: ({ signal }) => readSavedSearch(id ?? 0, signal),
    enabled: id !== undefined,
  })
  const saved = id !== undefined && data?.id === id ? data : undefined
  const isOpening = opensSavedSearch(query)
  const open = useRef((_search: SavedSearch) => {})
  open.current = search => change({ ...stateOfSaved(search), unzoomed: undefined, saved: search.id }, true)

  useEffect(() => {
    const { defaultSearch } = currentPreferences()
    if (!hasOpenedDefault && query === '' && defaultSearch > 0)
      navigate(`/search?saved=${defaultSearch}`, true)
    hasOpenedDefault = true
  }, [query])
  useEffect(() => {
    if (isOpening && saved) open.current(saved)
  }, [isOpening, saved])
  const openedId = saved?.id
  useEffect(() => {
    if (openedId === undefined) return
    // The order of the list depends on it, nothing else.
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
    changed: saved !== undefined && !isOpening && isChanged(state, saved),
    revert: () => saved && change({ ...stateOfSaved(saved), unzoomed: undefined }),
  }
}
