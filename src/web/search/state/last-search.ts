import { currentUserId } from '../../state/session.ts'
import { readSearchState, type SearchState } from './search-state.ts'

/** The user of the last search page in this tab, and the query part of its address. */
let last = { userId: 0, query: '' }

/** Remembers the search of the signed-in user. `query`: the query part of an address of the search page. */
export function rememberSearch(query: string): void {
  last = { userId: currentUserId(), query }
}

/** The last search of the signed-in user in this tab, but not live; before the first one, all events. */
export function lastSearch(): SearchState {
  const query = last.userId === currentUserId() ? last.query : ''
  return { ...readSearchState(query), live: false }
}
