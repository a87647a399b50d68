import { readSearchState, type SearchState } from './search-state.ts'

/** The query part of the address of the last search page in this tab. */
let lastQuery = ''

/** Remembers a search. `query`: the query part of an address of the search page. */
export function rememberSearch(query: string): void {
  lastQuery = query
}

/** The last search in this tab, but not live; before the first one, all events. */
export function lastSearch(): SearchState {
  return { ...readSearchState(lastQuery), live: false }
}
