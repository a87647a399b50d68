import { useEffect, useLayoutEffect, useState } from 'react'
import { ApiError } from '../api/http/api-error.ts'
import { readSavedSearch } from '../api/searches.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { showToast } from '../components/toast.tsx'
import { StopContext, Stops } from '../live/stops.ts'
import { stateOfSaved } from '../saved-searches/saved-search.ts'
import { searchesKey } from '../saved-searches/use-saved-search.ts'
import { navigate, useLocation } from '../state/location.ts'
import { currentPreferences } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { savedSearchTexts as texts } from '../texts/search/saved-searches.ts'
import { SearchPage } from './SearchPage.tsx'
import { opensSavedSearch, readSearchState, searchAddress } from './state/search-state.ts'

/** Whether the search page was shown since the page was loaded: later visits open no default search. */
let hasStarted = false

/**
 * The search page. If the address only names a saved search, reads that first. If the first visit after the
 * page was loaded has no query, it opens the user's default search.
 */
export function SearchEntry() {
  const { query } = useLocation()
  const [stops] = useState(() => new Stops())
  useLayoutEffect(() => {
    const { defaultSearch } = currentPreferences()
    if (!hasStarted && query === '' && defaultSearch > 0) navigate(`/search?saved=${defaultSearch}`, true)
    hasStarted = true
  }, [query])
  const { saved } = readSearchState(query)
  if (saved !== undefined && opensSavedSearch(query)) return <OpenSavedSearch id={saved} />
  return (
    <StopContext value={stops}>
      <SearchPage />
    </StopContext>
  )
}

/** Reads a saved search and navigates to its address, or to the empty search if it is gone. */
function OpenSavedSearch({ id }: { id: number }) {
  const { data, error, retry } = useRead([searchesKey, id], signal => readSavedSearch(id, signal))
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
  useEffect(() => {
    if (data) navigate(searchAddress({ ...readSearchState(''), ...stateOfSaved(data), saved: data.id }), true)
  }, [data])
  useEffect(() => {
    if (!isGone) return
    showToast(texts.gone)
    navigate('/search', true)
  }, [isGone])
  return (
    <main className="search">
      {error !== undefined && !isGone ? (
        <ErrorNotice title={texts.failed} error={error} onRetry={retry} />
      ) : (
        <p className="unseen" role="status">
          {texts.loading}
        </p>
      )}
    </main>
  )
}
