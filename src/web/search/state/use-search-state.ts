import { useCallback, useEffect, useMemo } from 'react'
import { type Pill, withPill } from '../../../filter/typed/pill.ts'
import { navigate, useLocation } from '../../state/location.ts'
import { rememberSearch } from './last-search.ts'
import { readSearchState, type SearchState, searchAddress } from './search-state.ts'

/** The state of the search page, and how to change it. */
export interface SearchControl {
  state: SearchState
  /**
   * Navigates to a changed state. A change of the search goes to page 1 and closes the open event. `replace`:
   * replaces the history entry, so that the browser's back button skips it.
   */
  change: (change: Partial<SearchState>, replace?: boolean) => void
  addPill: (pill: Pill) => void
}

/** Members of the state that determine the results: a change of one of them is another search. */
const searchMembers = ['text', 'pills', 'range', 'sort', 'live', 'withArchive'] as const

/** Reads the state of the search page from the address. */
export function useSearchState(): SearchControl {
  const { query } = useLocation()
  const state = useMemo(() => readSearchState(query), [query])
  useEffect(() => rememberSearch(query), [query])
  const change = useCallback(
    (change: Partial<SearchState>, replace = false) => {
      const resetMembers = searchMembers.some(name => name in change) ? { page: 1, event: undefined } : {}
      navigate(searchAddress({ ...state, ...resetMembers, ...change }), replace)
    },
    [state],
  )
  const addPill = useCallback(
    (pill: Pill) => change({ pills: withPill(state.pills, pill) }),
    [change, state.pills],
  )
  return useMemo(() => ({ state, change, addPill }), [state, change, addPill])
}
