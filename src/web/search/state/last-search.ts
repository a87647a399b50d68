import { readSearchState, type SearchState } from './search-state.ts'

let query = ''

/** Remembers the query part of the address of the search page. */
export function rememberSearch(searched: string): void {
  query = searched
}

/** The last search of this page; by default the search for all events. */
export function lastSearch(): SearchState {
  return { ...readSearchState(query), live: false }
}
