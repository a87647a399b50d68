import { readSearchState, type SearchState } from './search-state.ts'

let query = ''

/** Remembers the query part of the address of the search page. */
export function rememberSearch(searched: string): void {
  query = searched
}

/** The last search of this page; that for all events by default. */
export function lastSearch(): SearchState {
  return { ...readSearchState(query), live: false }
}
