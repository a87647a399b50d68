import { readSearchState, type SearchState } from './search-state.ts'

let query = ''

/** Remembers the address of the search page for as long as this page is open. */
export function rememberSearch(searched: string): void {
  query = searched
}

/** The search that was looked at last; that of everything when there was none. */
export function lastSearch(): SearchState {
  return { ...readSearchState(query), live: false }
}
