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

/** First part of the query keys of saved searches. */
export const searchesKey = 'searches'

/** The open saved search: the one in the address, which the user has opened and may have changed since. */
export interface OpenSavedSearch {
  saved: SavedSearch | undefined
  /** The shown search differs from it. */
  changed: boolean
  /** Shows it again without the changes. */
  revert: () => void
}

/** Reads the saved search that the address names, and records its use. A deleted one leaves the address. */
export function useSavedSearch({ state, change }: SearchControl): OpenSavedSearch {
  const id = state.saved
  const { data: saved, error } = useRead([searchesKey, id], signal => readSavedSearch(id ?? 0, signal), {
    enabled: id !== undefined,
  })
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
  /** Removes the search from the address; a ref, so that a new `change` does not show the toast again. */
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
